-- reportEngine
insert into "engines" ("id", "hostname", "host", "started_at", "seen_at")
  values (?, ?, ?, ?, ?)
  on conflict ("id") do update
  set "seen_at" = ?;

-- enginesOf, SQLite
select *
  from "engines"
  order by "started_at"
  limit 1000;

-- enginesOf, PostgreSQL
select *
  from "engines"
  order by "started_at"
  limit $1;

-- forgetEngines
delete
  from "engines"
  where "seen_at" < ?;
