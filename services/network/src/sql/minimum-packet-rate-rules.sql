-- list, all
select *
  from "minimum_packet_rate_rules"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "minimum_packet_rate_rules"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "minimum_packet_rate_rules"
  where "minimum_packet_rate_rules"."id" in (?)
  limit 100000;
select *
  from "minimum_packet_rate_rules"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "minimum_packet_rate_rules"
  where "minimum_packet_rate_rules"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "minimum_packet_rate_rules" join (select id as parent_id, "project_id" as "ext_parent:project_id"
    from "policies") as parent on parent_id = "minimum_packet_rate_rules"."qos_policy_id"
  where "minimum_packet_rate_rules"."id" in (?)
  limit 100000;

-- plainById
select *
  from "minimum_packet_rate_rules"
  where "minimum_packet_rate_rules"."id" in (?, ?)
  limit 100000;

-- insert
insert into "minimum_packet_rate_rules" ("id", "qos_policy_id", "min_kpps", "direction")
  values (?, ?, ?, ?)
  on conflict do nothing;

-- update
update "minimum_packet_rate_rules"
  set "qos_policy_id" = ?, "min_kpps" = ?, "direction" = ?
  where id = ?
  returning *;

-- delete
delete
  from "minimum_packet_rate_rules"
  where "id" = ?;
