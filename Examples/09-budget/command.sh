tailwatt check budget.yaml
