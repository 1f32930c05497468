-- add
insert into "blobs_in_doubt" ("id", "until")
  values (?, ?);

-- prolong
update "blobs_in_doubt"
  set "until" = ?
  where "id" = ?
  and "until" <> ?;

-- settle
delete
  from "blobs_in_doubt"
  where "id" = ?
  and "until" <> ?;

-- forget
delete
  from "blobs_in_doubt"
  where "id" = ?;

-- before
select *
  from "blobs_in_doubt"
  where "until" < ?
  and ("until" > ? or ("until" = ?
      and "id" > ?))
  order by "until", "id"
  limit 10;

-- abandon
update "blobs_in_doubt"
  set "until" = ?
  where "id" = ?
  and "until" = ?;
