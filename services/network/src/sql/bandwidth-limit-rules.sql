-- list, all
select *
  from "bandwidth_limit_rules"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "bandwidth_limit_rules"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "bandwidth_limit_rules"
  where "bandwidth_limit_rules"."id" in (?)
  limit 100000;
select *
  from "bandwidth_limit_rules"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "bandwidth_limit_rules"
  where "bandwidth_limit_rules"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "bandwidth_limit_rules" join (select id as parent_id, "project_id" as "ext_parent:project_id"
    from "policies") as parent on parent_id = "bandwidth_limit_rules"."qos_policy_id"
  where "bandwidth_limit_rules"."id" in (?)
  limit 100000;

-- plainById
select *
  from "bandwidth_limit_rules"
  where "bandwidth_limit_rules"."id" in (?, ?)
  limit 100000;

-- insert
insert into "bandwidth_limit_rules" ("id", "qos_policy_id", "max_kbps", "max_burst_kbps", "direction")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "bandwidth_limit_rules"
  set "qos_policy_id" = ?, "max_kbps" = ?, "max_burst_kbps" = ?, "direction" = ?
  where id = ?
  returning *;

-- delete
delete
  from "bandwidth_limit_rules"
  where "id" = ?;
