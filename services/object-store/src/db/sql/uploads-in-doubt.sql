-- add
insert into "uploads_in_doubt" ("id", "account", "bucket", "key")
  values (?, ?, ?, ?)
  on conflict ("id") do nothing;

-- after
select *
  from "uploads_in_doubt"
  where "id" > ?
  order by "id"
  limit 10;

-- forget
delete
  from "uploads_in_doubt"
  where "id" = ?;
