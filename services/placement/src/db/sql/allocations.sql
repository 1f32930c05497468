-- insertAllocations
insert into "allocations" ("consumer_id", "provider_id", "resource_class", "used")
  values (?, ?, ?, ?), (?, ?, ?, ?);

-- deleteAllocations
delete
  from "allocations"
  where "consumer_id" = ?;

-- insertConsumer
insert into "consumers" ("created_at", "updated_at", "id", "project_id", "user_id", "consumer_type", "generation")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- deleteConsumer
delete
  from "consumers"
  where "id" = ?;
