-- One index for each order of alert pages, so that no page sorts all alerts.
create index alerts_by_confidence on alerts (status, confidence desc, id);
create index alerts_by_detection on alerts (status, detected_at desc, id);
