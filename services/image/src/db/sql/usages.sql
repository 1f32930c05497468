-- ofProject
select "status", "stores", count(*) as "images", coalesce(sum(size), 0) as "bytes"
  from "images"
  where "owner" in (?)
  group by "status", "stores";
