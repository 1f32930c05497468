-- referencesTo
select 'floatingips' as "table"
  where exists (select "id"
    from "floatingips"
    where "floatingips"."port_id" = ?)
  union all select 'port_forwardings' as "table"
  where exists (select "id"
    from "port_forwardings"
    where "port_forwardings"."internal_port_id" = ?)
  union all select 'ndp_proxies' as "table"
  where exists (select "id"
    from "ndp_proxies"
    where "ndp_proxies"."port_id" = ?)
  union all select 'local_ips' as "table"
  where exists (select "id"
    from "local_ips"
    where "local_ips"."local_port_id" = ?)
  union all select 'port_associations' as "table"
  where exists (select "id"
    from "port_associations"
    where "port_associations"."fixed_port_id" = ?);
