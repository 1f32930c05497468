-- removeOldMessages
delete
  from "messages"
  where "guaranteed_until" < ?;
