-- groupsOfPorts
select *
  from "port_security_groups"
  where "port_id" in (?, ?)
  order by "security_group_id";

-- joinGroups
insert into "port_security_groups" ("port_id", "security_group_id")
  values (?, ?), (?, ?);

-- changeGroups
delete
  from "port_security_groups"
  where "port_id" = ?;
insert into "port_security_groups" ("port_id", "security_group_id")
  values (?, ?), (?, ?);

-- hasMembers
select "port_id"
  from "port_security_groups"
  where "security_group_id" = ?
  limit 1;
