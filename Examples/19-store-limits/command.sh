tailwatt check play.yaml
