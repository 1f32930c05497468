-- list, all
select *
  from "packet_rate_limit_rules"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "packet_rate_limit_rules"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "packet_rate_limit_rules"
  where "packet_rate_limit_rules"."id" in (?)
  limit 100000;
select *
  from "packet_rate_limit_rules"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "packet_rate_limit_rules"
  where "packet_rate_limit_rules"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "packet_rate_limit_rules" join (select id as parent_id, "project_id" as "ext_parent:project_id"
    from "policies") as parent on parent_id = "packet_rate_limit_rules"."qos_policy_id"
  where "packet_rate_limit_rules"."id" in (?)
  limit 100000;

-- plainById
select *
  from "packet_rate_limit_rules"
  where "packet_rate_limit_rules"."id" in (?, ?)
  limit 100000;

-- insert
insert into "packet_rate_limit_rules" ("id", "qos_policy_id", "max_kpps", "max_burst_kpps", "direction")
  values (?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "packet_rate_limit_rules"
  set "qos_policy_id" = ?, "max_kpps" = ?, "max_burst_kpps" = ?, "direction" = ?
  where id = ?
  returning *;

-- delete
delete
  from "packet_rate_limit_rules"
  where "id" = ?;
