-- ofProject
select "resource", "hard_limit"
  from "quotas"
  where "project_id" = ?
  order by "resource"
  limit 100;

-- set
insert into "quotas" ("project_id", "resource", "hard_limit")
  values (?, ?, ?), (?, ?, ?)
  on conflict ("project_id", "resource") do update
  set "hard_limit" = "excluded"."hard_limit";

-- removeOf
begin;
delete
  from "quotas"
  where "project_id" = ?;
delete
  from "project_user_quotas"
  where "project_id" = ?;
commit;
