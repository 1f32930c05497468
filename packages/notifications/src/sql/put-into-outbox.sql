-- putIntoOutbox
insert into "notifications" ("position", "message_id", "resource", "format", "priority", "message")
  values (?, ?, ?, ?, ?, ?)
  on conflict ("message_id") do nothing;
