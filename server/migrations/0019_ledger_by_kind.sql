-- A user's movements of one kind, newest first: the history by what happened.
CREATE INDEX ledger_transactions_of_user_by_kind ON ledger_transactions (user_id, kind, created_at DESC);
