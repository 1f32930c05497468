-- putOffFlow
update "flows"
  set "wake_at" = ?
  where "id" = ?
  and "revision" = ?;

-- removeUnbegun
delete
  from "flows"
  where "id" = ?
  and "revision" = ?;
