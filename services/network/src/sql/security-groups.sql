-- list, all
select *
  from "security_groups"
  where 1 = 1
  limit 100000;
select *
  from "security_group_rules"
  where "security_group_rules"."security_group_id" in (?)
  limit 100000;
select "security_group_rules"."id"
  from "security_group_rules"
  inner join "security_groups" on "security_groups"."id" = "security_group_rules"."security_group_id"
  where "security_group_rules"."id" in (?)
  and "default_of" is not null;
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- list, of a project
select *
  from "security_groups"
  where ("security_groups"."project_id" = ? or "security_groups"."shared" = 1 or "security_groups"."id" in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- list, a page after a marker
select *
  from "security_groups"
  where "security_groups"."id" in (?)
  limit 100000;
select *
  from "security_groups"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select *
  from "security_group_rules"
  where "security_group_rules"."security_group_id" in (?)
  limit 100000;
select "security_group_rules"."id"
  from "security_group_rules"
  inner join "security_groups" on "security_groups"."id" = "security_group_rules"."security_group_id"
  where "security_group_rules"."id" in (?)
  and "default_of" is not null;
select "resource_id" as owner, tag
  from "tags"
  where "resource_id" in (?)
  order by tag;

-- get
select *
  from "security_groups"
  where "security_groups"."id" in (?)
  and ("security_groups"."project_id" = ? or "security_groups"."shared" = 1 or "security_groups"."id" in (select object_id
      from rbac_policies
      where object_type = ?
      and action in (?)
      and target_tenant in (?, ?)))
  limit 100000;

-- plain
select *
  from "security_groups"
  where "security_groups"."id" in (?)
  limit 100000;

-- plainById
select *
  from "security_groups"
  where "security_groups"."id" in (?, ?)
  limit 100000;

-- insert
insert into "security_groups" ("id", "project_id", "revision_number", "created_at", "updated_at", "name", "description", "stateful", "shared")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "security_groups"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "name" = ?, "description" = ?, "stateful" = ?, "shared" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "tags"
  where "resource_id" = ?;
delete
  from "security_groups"
  where "id" = ?;
