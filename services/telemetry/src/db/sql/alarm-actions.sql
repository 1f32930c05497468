-- insertActions
insert into "alarm_actions" ("position", "alarm_id", "url", "body", "tries", "due_at")
  values (?, ?, ?, ?, ?, ?);

-- actionsDue
select *
  from "alarm_actions"
  where "due_at" <= ?
  order by "due_at"
  limit 10;

-- claimAction
update "alarm_actions"
  set "due_at" = ?, "tries" = ?
  where "position" = ?
  and "due_at" = ?;

-- removeAction
delete
  from "alarm_actions"
  where "position" = ?;

-- postponeAction
update "alarm_actions"
  set "due_at" = ?
  where "position" = ?;
