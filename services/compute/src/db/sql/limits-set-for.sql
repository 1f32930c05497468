-- limitsSetFor
select "resource", "hard_limit", 0 as "own"
  from "quota_classes"
  where "class_name" = ?
  union all select "resource", "hard_limit", 1 as "own"
  from "quotas"
  where "project_id" = ?
  union all select "resource", "hard_limit", 2 as "own"
  from "project_user_quotas"
  where "project_id" = ?
  and "user_id" = ?
  limit 200;
