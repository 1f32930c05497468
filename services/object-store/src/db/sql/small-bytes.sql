-- add
insert into "small_bytes" ("id", "bytes")
  values (?, ?);

-- find
select "bytes"
  from "small_bytes"
  where "id" = ?;

-- setAside
update "small_bytes"
  set "id" = ?
  where "id" = ?;

-- remove
delete
  from "small_bytes"
  where "id" = ?;
