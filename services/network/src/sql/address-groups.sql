-- list, all
select *
  from "address_groups"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "address_groups"
  where ("address_groups"."project_id" = ? or "address_groups"."shared" = 1 or "address_groups"."id" in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- list, a page after a marker
select *
  from "address_groups"
  where "address_groups"."id" in (?)
  limit 100000;
select *
  from "address_groups"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "address_groups"
  where "address_groups"."id" in (?)
  and ("address_groups"."project_id" = ? or "address_groups"."shared" = 1 or "address_groups"."id" in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- plain
select *
  from "address_groups"
  where "address_groups"."id" in (?)
  limit 100000;

-- plainById
select *
  from "address_groups"
  where "address_groups"."id" in (?, ?)
  limit 100000;

-- insert
insert into "address_groups" ("id", "project_id", "revision_number", "created_at", "updated_at", "name", "description", "addresses", "shared")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "address_groups"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "name" = ?, "description" = ?, "addresses" = ?, "shared" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "address_groups"
  where "id" = ?;
