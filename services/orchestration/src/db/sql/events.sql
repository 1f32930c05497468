-- addStackEvent
insert into "events" ("id", "stack_id", "root_id", "resource_name", "resource_type", "physical_id", "action", "status", "reason", "properties", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- addResourceEvent
insert into "events" ("id", "stack_id", "root_id", "resource_name", "resource_type", "physical_id", "action", "status", "reason", "properties", "created_at")
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
