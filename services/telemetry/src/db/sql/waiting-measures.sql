-- keepMeasures
insert into "waiting_measures" ("sack", "count", "entries")
  values (?, ?, ?);

-- sacksWaiting
select "sack", min("position") as "first"
  from "waiting_measures"
  group by "sack"
  order by "first"
  limit 10;

-- takeSack, SQLite
select "position", "entries"
  from "waiting_measures"
  where "sack" = ?
  order by "position"
  limit 50;
delete
  from "waiting_measures"
  where "position" in (?);

-- takeSack, PostgreSQL
select "position", "entries"
  from "waiting_measures"
  where "sack" = $1
  order by "position"
  limit $2
  for update;
delete
  from "waiting_measures"
  where "position" in ($1);

-- waitingByMetric
select "position", "entries"
  from "waiting_measures"
  where "position" > ?
  order by "position"
  limit 1000;
