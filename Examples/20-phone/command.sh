# What an Android phone drew and did in a day, by its own record (adb shell dumpsys batterystats).
tailwatt phone history.txt --details
# A page of a browser (developer tools, "save all as HAR") on four LTE networks.
tailwatt replay page.har --radio lte
