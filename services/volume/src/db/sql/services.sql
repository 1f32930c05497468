-- reportService
insert into "services" ("binary", "host", "disabled", "disabled_reason", "frozen", "backend", "zone", "reported_at")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("binary", "host") do update
  set "zone" = ?, "reported_at" = ?;
insert into "services" ("binary", "host", "disabled", "disabled_reason", "frozen", "backend", "zone", "reported_at")
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict ("binary", "host") do update
  set "zone" = ?, "reported_at" = ?, "backend" = ?;

-- listUnmeasured
select "host"
  from "services"
  where "binary" = ?
  and "backend" is null
  and "disabled" = ?
  and "reported_at" >= ?
  order by "host"
  limit 10000;

-- listServices
select *
  from "services"
  order by "binary", "host"
  limit 10000;
select *
  from "services"
  where "binary" = ?
  and ("host" = ? or substr(host, 1, ?) = ?)
  order by "binary", "host"
  limit 10000;

-- findBackend
select "backend"
  from "services"
  where "binary" = ?
  and "host" = ?;

-- setServiceDisabled
update "services"
  set "disabled" = ?, "disabled_reason" = ?
  where "binary" = ?
  and "host" = ?;

-- setServiceFrozen
update "services"
  set "frozen" = ?
  where "binary" = ?
  and "host" = ?;

-- listPools
select *
  from "services"
  where "binary" = ?
  order by "binary", "host"
  limit 10000;
select "host", count(*) as "count", sum("size") as "size", sum("growing_by") as "growing"
  from "volumes"
  where "host" is not null
  group by "host";
