-- countAddresses, SQLite
select "id", "name", "project_id"
  from "networks"
  order by "id"
  limit 100000;
select "id", "name", "project_id"
  from "networks"
  where "id" in (?, ?)
  and "name" in (?)
  and "project_id" in (?)
  order by "id"
  limit 100000;

-- countAddresses, PostgreSQL
select "id", "name", "project_id"
  from "networks"
  order by "id"
  limit $1;
select "id", "name", "project_id"
  from "networks"
  where "id" in ($1, $2)
  and "name" in ($3)
  and "project_id" in ($4)
  order by "id"
  limit $5;
