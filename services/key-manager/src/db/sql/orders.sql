-- insertOrder
insert into "orders" ("id", "project_id", "creator_id", "status", "created", "updated", "type", "meta", "secret_id", "container_id", "error_status_code", "error_reason")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- findOrder
select *
  from "orders"
  where "project_id" = ?
  and "id" = ?;

-- deleteOrder
delete
  from "orders"
  where "id" = ?;

-- listOrders
select count(*) as "total"
  from "orders"
  where "project_id" = ?
  and meta like ? escape '\';
select *
  from "orders"
  where "project_id" = ?
  and meta like ? escape '\'
  order by "created", "id"
  limit 10
  offset 20;
