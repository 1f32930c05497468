-- keepMeasures
insert into "waiting_measures" ("sack", "count", "entries")
  values (?, ?, ?);

-- sacksWaiting
select "sack", min("position") as "first", sum("count") as "measures"
  from "waiting_measures"
  group by "sack"
  order by "first"
  limit 64;

-- takeSacks, SQLite
select "position", "entries"
  from "waiting_measures"
  where "sack" in (?, ?)
  order by "sack", "position"
  limit 300;
delete
  from "waiting_measures"
  where "position" in (?);

-- takeSacks, PostgreSQL
select "position", "entries"
  from "waiting_measures"
  where "sack" in ($1, $2)
  order by "sack", "position"
  limit $3
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
