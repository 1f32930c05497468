-- add
insert into "host_mappings" ("host", "cell_id", "created_at")
  values (?, ?, ?)
  on conflict ("host") do nothing;

-- cellOf
select "host", "cell_id"
  from "host_mappings"
  where "host" in (?)
  order by "host";

-- cellsOf
select "host", "cell_id"
  from "host_mappings"
  where "host" in (?, ?)
  order by "host";

-- list
select "host", "cell_id"
  from "host_mappings"
  order by "host"
  limit 100000;

-- remove
delete
  from "host_mappings"
  where "host" = ?;
