-- given
select "resource", sum("hard_limit") as "sum"
  from "project_user_quotas"
  where "project_id" = ?
  and "hard_limit" > ?
  group by "resource"
  order by "resource"
  limit 100;
select "resource", sum("hard_limit") as "sum"
  from "project_user_quotas"
  where "project_id" = ?
  and "hard_limit" > ?
  and "user_id" != ?
  group by "resource"
  order by "resource"
  limit 100;

-- set
insert into "project_user_quotas" ("project_id", "user_id", "resource", "hard_limit")
  values (?, ?, ?, ?), (?, ?, ?, ?)
  on conflict ("project_id", "user_id", "resource") do update
  set "hard_limit" = "excluded"."hard_limit";

-- removeOf
delete
  from "project_user_quotas"
  where "project_id" = ?
  and "user_id" = ?;
