-- quotaOf
select "most"
  from "alarm_quotas"
  where "project_id" = ?;

-- setQuota
insert into "alarm_quotas" ("project_id", "most")
  values (?, ?)
  on conflict ("project_id") do update
  set "most" = ?;

-- dropQuota
delete
  from "alarm_quotas"
  where "project_id" = ?;
