-- newestKek
select *
  from "project_keks"
  where "project_id" = ?
  order by "created" desc, "id" desc
  limit 1;

-- findKek
select *
  from "project_keks"
  where "id" = ?;

-- insertKek
insert into "project_keks" ("id", "project_id", "master_id", "sealed", "created")
  values (?, ?, ?, ?, ?);

-- keksNotSealedBy
select *
  from "project_keks"
  where "master_id" <> ?
  order by "id"
  limit 10;

-- resealKek
update "project_keks"
  set "id" = ?, "project_id" = ?, "master_id" = ?, "sealed" = ?, "created" = ?
  where "id" = ?
  and "master_id" = ?;

-- isSealedBy
select "id"
  from "project_keks"
  where "master_id" = ?
  limit 1;
