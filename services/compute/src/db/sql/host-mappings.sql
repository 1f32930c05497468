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

-- list, SQLite
select "host", "cell_id"
  from "host_mappings"
  order by "host"
  limit 100000;

-- list, PostgreSQL
select "host", "cell_id"
  from "host_mappings"
  order by "host"
  limit $1;

-- remove
delete
  from "host_mappings"
  where "host" = ?;
