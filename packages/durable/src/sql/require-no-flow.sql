-- requireNoFlow
select "name"
  from "flows"
  where "name" in (?, ?)
  and "active_subject" = ?
  limit 1;
