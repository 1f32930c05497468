-- list, all
select *
  from "security_group_rules"
  where 1 = 1
  limit 100000;
select "security_group_rules"."id"
  from "security_group_rules"
  inner join "security_groups" on "security_groups"."id" = "security_group_rules"."security_group_id"
  where "security_group_rules"."id" in (?)
  and "default_of" is not null;

-- list, of a project
select *
  from "security_group_rules"
  where (security_group_rules.project_id = ? or security_group_rules.security_group_id in ( select id
      from security_groups
      where project_id = ?))
  limit 100000;

-- list, a page after a marker
select *
  from "security_group_rules"
  where "security_group_rules"."id" in (?)
  limit 100000;
select *
  from "security_group_rules"
  where (("id" > ?))
  order by "id" asc
  limit 10;
select "security_group_rules"."id"
  from "security_group_rules"
  inner join "security_groups" on "security_groups"."id" = "security_group_rules"."security_group_id"
  where "security_group_rules"."id" in (?)
  and "default_of" is not null;

-- get
select *
  from "security_group_rules"
  where "security_group_rules"."id" in (?)
  and (security_group_rules.project_id = ? or security_group_rules.security_group_id in ( select id
      from security_groups
      where project_id = ?))
  limit 100000;

-- plain
select *
  from "security_group_rules" join (select id as parent_id, "project_id" as "security_group:project_id"
    from "security_groups") as parent on parent_id = "security_group_rules"."security_group_id"
  where "security_group_rules"."id" in (?)
  limit 100000;

-- plainById
select *
  from "security_group_rules"
  where "security_group_rules"."id" in (?, ?)
  limit 100000;

-- insert
insert into "security_group_rules" ("id", "project_id", "revision_number", "created_at", "updated_at", "security_group_id", "direction", "ethertype", "protocol", "port_range_min", "port_range_max", "remote_ip_prefix", "remote_group_id", "remote_address_group_id", "description")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "security_group_rules"
  set "project_id" = ?, "revision_number" = ?, "created_at" = ?, "updated_at" = ?, "security_group_id" = ?, "direction" = ?, "ethertype" = ?, "protocol" = ?, "port_range_min" = ?, "port_range_max" = ?, "remote_ip_prefix" = ?, "remote_group_id" = ?, "remote_address_group_id" = ?, "description" = ?, revision_number = revision_number + 1
  where id = ?
  returning *;

-- delete
delete
  from "security_group_rules"
  where "id" = ?;
