-- insertAllocations, SQLite
insert into "allocations" ("consumer_id", "provider_id", "resource_class", "used")
  values (?, ?, ?, ?), (?, ?, ?, ?);

-- insertAllocations, PostgreSQL
insert into "allocations" ("consumer_id", "provider_id", "resource_class", "used")
  values ($1, $2, $3, $4), ($5, $6, $7, $8);

-- deleteAllocations, SQLite
delete
  from "allocations"
  where "consumer_id" = ?;

-- deleteAllocations, PostgreSQL
delete
  from "allocations"
  where "consumer_id" = $1;

-- insertConsumer, SQLite
insert into "consumers" ("created_at", "updated_at", "id", "project_id", "user_id", "consumer_type", "generation")
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict do nothing;

-- insertConsumer, PostgreSQL
insert into "consumers" ("created_at", "updated_at", "id", "project_id", "user_id", "consumer_type", "generation")
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict do nothing;

-- deleteConsumer, SQLite
delete
  from "consumers"
  where "id" = ?;

-- deleteConsumer, PostgreSQL
delete
  from "consumers"
  where "id" = $1;
