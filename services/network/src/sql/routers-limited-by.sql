-- routersLimitedBy
select "router_id" as "id"
  from "floatingips"
  inner join "networks" on "networks"."id" = "floatingips"."floating_network_id"
  where "router_id" is not null
  and ("floatingips"."qos_policy_id" = ? or "networks"."qos_policy_id" = ?) union select "router_id" as "id"
  from "router_gateways"
  inner join "networks" on "networks"."id" = "router_gateways"."network_id"
  where ("router_gateways"."qos_policy_id" = ? or "networks"."qos_policy_id" = ?);
