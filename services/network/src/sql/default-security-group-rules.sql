-- list, all
select *
  from "default_security_group_rules"
  where 1 = 1
  limit 100000;

-- list, of a project
select *
  from "default_security_group_rules"
  where 1 = 1
  limit 100000;

-- list, a page after a marker
select *
  from "default_security_group_rules"
  where "default_security_group_rules"."id" in (?)
  limit 100000;
select *
  from "default_security_group_rules"
  where (("id" > ?))
  order by "id" asc
  limit 10;

-- get
select *
  from "default_security_group_rules"
  where "default_security_group_rules"."id" in (?)
  and 1 = 1
  limit 100000;

-- plain
select *
  from "default_security_group_rules"
  where "default_security_group_rules"."id" in (?)
  limit 100000;

-- plainById
select *
  from "default_security_group_rules"
  where "default_security_group_rules"."id" in (?, ?)
  limit 100000;

-- insert
insert into "default_security_group_rules" ("id", "direction", "ethertype", "protocol", "port_range_min", "port_range_max", "remote_ip_prefix", "remote_group_id", "remote_address_group_id", "description", "used_in_default_sg", "used_in_non_default_sg")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- update
update "default_security_group_rules"
  set "direction" = ?, "ethertype" = ?, "protocol" = ?, "port_range_min" = ?, "port_range_max" = ?, "remote_ip_prefix" = ?, "remote_group_id" = ?, "remote_address_group_id" = ?, "description" = ?, "used_in_default_sg" = ?, "used_in_non_default_sg" = ?
  where id = ?
  returning *;

-- delete
delete
  from "default_security_group_rules"
  where "id" = ?;
