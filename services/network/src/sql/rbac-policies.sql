-- list, all
select *
  from "rbac_policies"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "rbac_policies"
  where "rbac_policies"."project_id" = ?
  limit 100000;

-- list, a page after a marker
select *
  from "rbac_policies"
  where "rbac_policies"."id" in (?)
  limit 100000;
select *
  from "rbac_policies"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "rbac_policies"
  where "rbac_policies"."id" in (?)
  and "rbac_policies"."project_id" = ?
  limit 100000;

-- plain
select *
  from "rbac_policies"
  where "rbac_policies"."id" in (?)
  limit 100000;

-- plainById
select *
  from "rbac_policies"
  where "rbac_policies"."id" in (?, ?)
  limit 100000;

-- insert
insert into "rbac_policies" ("id", "project_id", "object_type", "object_id", "action", "target_tenant")
  values (?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "rbac_policies"
  set "project_id" = ?, "object_type" = ?, "object_id" = ?, "action" = ?, "target_tenant" = ?
  where id = ?
  returning *;

-- delete
delete
  from "rbac_policies"
  where "id" = ?;
