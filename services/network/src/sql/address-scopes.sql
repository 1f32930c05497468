-- list, all
select *
  from "address_scopes"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "address_scopes"
  where ("address_scopes"."project_id" = ? or "address_scopes"."shared" = 1 or "address_scopes"."id" in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- list, a page after a marker
select *
  from "address_scopes"
  where "address_scopes"."id" in (?)
  limit 100000;
select *
  from "address_scopes"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "address_scopes"
  where "address_scopes"."id" in (?)
  and ("address_scopes"."project_id" = ? or "address_scopes"."shared" = 1 or "address_scopes"."id" in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- plain
select *
  from "address_scopes"
  where "address_scopes"."id" in (?)
  limit 100000;

-- plainById
select *
  from "address_scopes"
  where "address_scopes"."id" in (?, ?)
  limit 100000;

-- insert
insert into "address_scopes" ("id", "project_id", "name", "ip_version", "shared")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "address_scopes"
  set "project_id" = ?, "name" = ?, "ip_version" = ?, "shared" = ?
  where id = ?
  returning *;

-- delete
delete
  from "address_scopes"
  where "id" = ?;
