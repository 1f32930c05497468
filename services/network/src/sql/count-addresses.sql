-- countAddresses
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
