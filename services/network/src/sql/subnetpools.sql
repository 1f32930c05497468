-- list, all
select *
  from "subnetpools"
  where 1 = 1
  limit 100000;
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- list, of a project
select *
  from "subnetpools"
  where ("subnetpools"."project_id" = ? or "subnetpools"."shared" = 1 or "subnetpools"."id" in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- list, a page after a marker
select *
  from "subnetpools"
  where "subnetpools"."id" in (?)
  limit 100000;
select *
  from "subnetpools"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- get
select *
  from "subnetpools"
  where "subnetpools"."id" in (?)
  and ("subnetpools"."project_id" = ? or "subnetpools"."shared" = 1 or "subnetpools"."id" in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- plain
select *
  from "subnetpools"
  where "subnetpools"."id" in (?)
  limit 100000;

-- plainById
select *
  from "subnetpools"
  where "subnetpools"."id" in (?, ?)
  limit 100000;

-- insert
insert into "subnetpools" ("id", "project_id", "revision_number", "created_at", "updated_at", "name", "description", "prefixes", "ip_version", "min_prefixlen", "max_prefixlen", "default_prefixlen", "default_quota", "address_scope_id", "is_default", "shared")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "subnetpools"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "name" = ?, "description" = ?, "prefixes" = ?, "ip_version" = ?, "min_prefixlen" = ?, "max_prefixlen" = ?, "default_prefixlen" = ?, "default_quota" = ?, "address_scope_id" = ?, "is_default" = ?, "shared" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "tags"
  where "resource_id" = ?;
delete
  from "subnetpools"
  where "id" = ?;
