-- Each order of a page of alerts, so that none of them sorts all alerts.
create index alerts_by_confidence on alerts (status, confidence desc, id);
create index alerts_by_detection on alerts (status, detected_at desc, id);
