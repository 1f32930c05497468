-- subPortsOf
select *
  from "sub_ports"
  where "trunk_id" in (?, ?)
  order by "segmentation_id";

-- insertSubPorts
insert into "sub_ports" ("port_id", "segmentation_type", "segmentation_id", "mac_address", "trunk_id")
  values (?, ?, ?, ?, ?);

-- deleteSubPort
delete
  from "sub_ports"
  where "trunk_id" = ?
  and "port_id" = ?
  returning "port_id";
