-- An employer is told at home of the offers that were declined or ran out lately: found by their own index, however many contracts there are.
create index contract_failed_offer on contract (employer_uuid, approved_at desc) where status in ('REJECTED', 'EXPIRED');
