-- What a company's machines were told of a payment last: whether it arrived is told when that is something else by now (decision 0221).
create index told_event_of_payment on told_event (employer_uuid, (data ->> 'payment_uuid'), sequence) where not sandbox and type like 'payment.%';
