-- flowsOf
select *
  from "flows"
  where "subject" = ?
  order by "created_at" desc, "id" desc
  limit 10;

-- activeFlow
select *
  from "flows"
  where "name" = ?
  and "active_subject" = ?;

-- activeNames
select "name"
  from "flows"
  where "name" in (?, ?)
  and "active_subject" = ?;

-- forgetEndedFlows
delete
  from "flows"
  where "id" in (select "id"
    from "flows"
    where "wake_at" is null
    and "updated_at" < ?
    order by "updated_at", "id"
    limit 10);
