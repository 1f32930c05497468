-- lookIntoApiDatabase
select "id", "name", "subject", "state", "lease_expires_at", "wake_at", "deadline_at"
  from "flows"
  where "wake_at" is not null
  and "id" > ?
  order by "id"
  limit 2000;
select "server_id"
  from "build_requests"
  where "server_id" > ?
  order by "server_id"
  limit 2000;
select "server_id", "cell_id", "queued_for_delete"
  from "instance_mappings"
  where "server_id" > ?
  order by "server_id"
  limit 2000;
select "server_id"
  from "request_specs"
  where "server_id" > ?
  order by "server_id"
  limit 2000;
select "group_id", "server_id"
  from "instance_group_members"
  where "server_id" > ?
  order by "server_id"
  limit 2000;
