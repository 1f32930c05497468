-- takeTurn, SQLite
update "migrations"
  set "status" = ?, "updated_at" = ?
  where "id" = ?
  and "status" in (?);
begin;
select "id", "number", "status"
  from "migrations"
  where "source_compute" = ?
  and "migration_type" = ?
  and "status" in (?, ?, ?, ?)
  order by "id";
select "id", "number", "status"
  from "migrations"
  where "source_compute" = ?
  and "migration_type" = ?
  and "status" in (?, ?, ?, ?)
  order by "id";
update "migrations"
  set "status" = ?, "updated_at" = ?
  where "id" = ?
  and "status" in (?, ?);
commit;

-- takeTurn, PostgreSQL
update "migrations"
  set "status" = $1, "updated_at" = $2
  where "id" = $3
  and "status" in ($4);
begin;
select "id", "number", "status"
  from "migrations"
  where "source_compute" = $1
  and "migration_type" = $2
  and "status" in ($3, $4, $5, $6)
  order by "id"
  for update;
select "id", "number", "status"
  from "migrations"
  where "source_compute" = $1
  and "migration_type" = $2
  and "status" in ($3, $4, $5, $6)
  order by "id";
update "migrations"
  set "status" = $1, "updated_at" = $2
  where "id" = $3
  and "status" in ($4, $5);
commit;
