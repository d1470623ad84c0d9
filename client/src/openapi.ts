// Written from server/openapi.json by client/generate.mjs (npm run fix). Do not edit.

export interface paths {
    "/api/v1/admin/api-keys/{key_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an API key
         * @description Its owner can’t undo it.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/api-keys/$KEY_ID/disable" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"reason":"asked for by mail"}'
         *     ```
         */
        post: operations["adminDisableApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/api-keys/{key_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let an API key work again
         * @description A key that its owner revoked stays revoked.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/api-keys/$KEY_ID/enable" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminEnableApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who did what, newest first
         * @description By actor, subject, event and time. Behind the 10,000th `next_cursor` leads on.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/audit" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/capacity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How long users wait, and what one more engine would give
         * @description Waits are those of the newest tasks. What one more engine would give is found by replaying them; docs/operating/health.md says how.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/capacity" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminGetCapacity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/engine-slots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each engine does now
         * @description A slot holds one task.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/engine-slots" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListSlots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/engines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which engines can be reached, what they offer, and what is wrong
         * @description Asked every few seconds by each worker.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/engines" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListEngines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/engines/{engine}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an engine out: it gets no more tasks
         * @description With `hand_back`, what it computes goes to other engines: for one that hangs. No attempt is counted.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/engines/$ENGINE/pause" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{}'
         *     ```
         */
        post: operations["adminPauseEngine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/engines/{engine}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put an engine back: it gets tasks again
         * @description Tasks that wait are taken at once.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/engines/$ENGINE/resume" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminResumeEngine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is wrong, and what to do about it
         * @description Empty when all is well. `code` is stable; docs/operating/health.md explains each. What heals by itself is left out.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/health" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminGetHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Models and engines as they are named, and the kinds of servers that there are
         * @description With a JSON Schema of each, for forms. Secrets are in none of them.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/inventory" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminGetInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/inventory/engines/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add or change an engine
         * @description It gets tasks within seconds, without a restart. `models` adds those that it brings in the same step.
         *
         *     ```sh
         *     curl -X PUT "http://127.0.0.1:8080/api/v1/admin/inventory/engines/$NAME" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"entry":{},"version":0}'
         *     ```
         */
        put: operations["adminPutEngine"];
        post?: never;
        /**
         * Remove an engine
         * @description What runs on it goes on, and it gets nothing more.
         *
         *     ```sh
         *     curl -X DELETE "http://127.0.0.1:8080/api/v1/admin/inventory/engines/$NAME" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        delete: operations["adminRemoveEngine"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/inventory/engines/{name}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask an engine now what it offers
         * @description With what is wrong, and what to do about it.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/inventory/engines/$NAME/check" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminCheckEngine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/inventory/engines/{name}/test-video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a first video made, free of charge
         * @description The smallest and shortest one. Where several engines have the model, the attempts of the task tell which one made it.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/inventory/engines/$NAME/test-video" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{}'
         *     ```
         */
        post: operations["adminTryEngine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/inventory/graphs/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add or change a graph
         * @description At most 1 MB. Entries of ComfyUI servers name it as they name built-in ones.
         *
         *     ```sh
         *     curl -X PUT "http://127.0.0.1:8080/api/v1/admin/inventory/graphs/$NAME" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"graph":{},"version":0}'
         *     ```
         */
        put: operations["adminPutGraph"];
        post?: never;
        /**
         * Remove a graph
         * @description No entry may name it any more.
         *
         *     ```sh
         *     curl -X DELETE "http://127.0.0.1:8080/api/v1/admin/inventory/graphs/$NAME" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        delete: operations["adminRemoveGraph"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/inventory/models/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add or change a model
         * @description An engine is then told to have it. Its prices count unless the price list has one.
         *
         *     ```sh
         *     curl -X PUT "http://127.0.0.1:8080/api/v1/admin/inventory/models/$NAME" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"entry":{},"version":0}'
         *     ```
         */
        put: operations["adminPutModel"];
        post?: never;
        /**
         * Remove a model
         * @description None of the engines may have it any more.
         *
         *     ```sh
         *     curl -X DELETE "http://127.0.0.1:8080/api/v1/admin/inventory/models/$NAME" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        delete: operations["adminRemoveModel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/inventory/probe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out what server is at an address, and how it would be named
         * @description Takes at most ten seconds, and changes nothing.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/inventory/probe" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"url":"https://example.org/hook"}'
         *     ```
         */
        post: operations["adminProbeServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/invite-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invite codes, newest first
         * @description With how often each was used.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/invite-codes" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListInviteCodes"];
        put?: never;
        /**
         * Make an invite code; it is shown this once
         * @description Leave `code` out to have one made up.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/invite-codes" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"bonus":500}'
         *     ```
         */
        post: operations["adminCreateInviteCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/invite-codes/{invite_code_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an invite code; who used it keeps the bonus
         * @description The second call changes nothing.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/invite-codes/$INVITE_CODE_ID/disable" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminDisableInviteCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/ledger/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check now whether the ledger adds up
         * @description R1 to R8 are zero when it does. The same runs every night, and every ten minutes for what is new; anything else is an alarm.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/ledger/reconciliation" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminReconcile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/ledger/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every movement of money with its entries, newest first
         * @description Those of one transaction add up to zero. Behind the 10,000th `next_cursor` leads on.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/ledger/transactions" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/ledger/transactions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every entry of the ledger as CSV, newest first
         * @description Amounts are in credits; those of one transaction add up to zero.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/ledger/transactions/export" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -o table.csv
         *     ```
         */
        get: operations["adminExportLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often things may be done
         * @description With the values that hold; the setting `rate_limits` changes them.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/limits" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The service at a glance
         * @description In one answer, which costs the same however much there is.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/overview" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminGetOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prices with the instants from which they count, the latest first
         * @description A price counts until a later one for the same thing begins.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/prices" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListPrices"];
        put?: never;
        /**
         * Add a price that counts from an instant on; null takes something off sale
         * @description What is submitted before that instant keeps its price.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/prices" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"kind":"generate","unit":"second","unit_price":"10"}'
         *     ```
         */
        post: operations["adminAddPrice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/prices/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the tasks of a past span would have cost with other prices
         * @description Nothing is changed.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/prices/compare" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"from":"2026-11-01T00:00:00Z","to":"2026-12-01T00:00:00Z","prices":[{"kind":"generate","unit":"second","unit_price":"10"}]}'
         *     ```
         */
        post: operations["adminComparePrices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/prices/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The price in force, and where it comes from
         * @description The most exact one counts: model and resolution, then either, then `*`.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/prices/resolve?kind=$KIND&model=$MODEL&resolution=$RESOLUTION" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminResolvePrice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What waits for each model, and since when
         * @description And whether it is paused.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/queues" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListQueues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/queues/{model}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take no tasks of a model; what runs goes on
         * @description Submissions are still taken; they wait.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/queues/$MODEL/pause" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminPauseQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/queues/{model}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take tasks of a model again
         * @description What waits is taken at once.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/queues/$MODEL/resume" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminResumeQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The settings that can be changed online
         * @description With who changed each of them, and when.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/settings" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminGetSettings"];
        put?: never;
        /**
         * Change settings, from the next request on
         * @description Null puts back what the environment says. Fields that are left out stay.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/settings" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{}'
         *     ```
         */
        post: operations["adminChangeSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everybody's tasks, newest first
         * @description Deleted ones are left out. Pages have numbers up to the 10,000th; `next_cursor` leads on from any page, as deep as you like.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/tasks" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/tasks/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Anybody's task, with its attempts and what it moved in the ledger
         * @description Deleted ones too, as long as they are kept.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/tasks/$TASK_ID" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminGetTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/tasks/{task_id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a task that is stuck; its owner has the money back and reads the reason
         * @description The engine is told to stop.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/tasks/$TASK_ID/fail" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"reason":"asked for by mail"}'
         *     ```
         */
        post: operations["adminFailTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/tasks/{task_id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give back what a task was charged, whole or in part
         * @description Several times, up to what was charged.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/tasks/$TASK_ID/refund" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"amount":1000,"reason":"asked for by mail"}'
         *     ```
         */
        post: operations["adminRefundTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/test-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send yourself a mail, to see whether mails arrive
         * @description Waits for the mail server; when it refuses, 502 `mail_not_sent` has its `reason`. Without SMTP_URL the mail becomes a file.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/test-mail" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminSendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find users, newest first
         * @description `query` finds a part of an address or a name, or a whole id.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/users" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Inspect a user
         * @description With balance and sessions.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminGetUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/adjust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give credits to a user, or take them
         * @description A negative amount takes. The reason stands in the ledger.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID/adjust" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"amount":1000,"reason":"asked for by mail"}'
         *     ```
         */
        post: operations["adminAdjustBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/api-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch a user's API keys on or off
         * @description Sessions are not affected.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID/api-access" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"enabled":true}'
         *     ```
         */
        post: operations["adminSetApiAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A user's API keys
         * @description Never the keys themselves.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID/api-keys" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shut a user out: sessions end, keys stop, running tasks finish
         * @description The reason stands in the audit log.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID/disable" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"reason":"asked for by mail"}'
         *     ```
         */
        post: operations["adminDisableUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a user in again
         * @description Sessions that ended stay ended.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID/enable" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminEnableUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/mfa/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a lost second factor off an account
         * @description For a user who lost phone and recovery codes.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID/mfa/reset" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"reason":"asked for by mail"}'
         *     ```
         */
        post: operations["adminResetMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a user a link to choose a new password
         * @description You never see the link.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID/password-reset" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminSendPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/queue-weight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a user another share of the queue, from the next submission on
         * @description 1 is the usual share; 2 gets twice as many turns.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID/queue-weight" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"weight":2}'
         *     ```
         */
        post: operations["adminSetQueueWeight"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an administrator, or a user of one
         * @description The last administrator stays one.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID/role" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"role":"user"}'
         *     ```
         */
        post: operations["adminChangeRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/sessions/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End every session of a user
         * @description API keys live on.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID/sessions/revoke" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminRevokeSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/users/{user_id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a lock after failed logins
         * @description The user may try again at once.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/users/$USER_ID/unlock" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminUnlockUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who takes tasks, and what they run
         * @description With their last sign of life.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/admin/workers" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["adminListWorkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/workers/{worker_id}/drain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a worker end what it runs and take nothing more
         * @description Before it is updated or switched off.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/workers/$WORKER_ID/drain" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminDrainWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/workers/{worker_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a worker take tasks again
         * @description After a drain.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/admin/workers/$WORKER_ID/resume" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["adminResumeWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the prompt helpers cost
         * @description Only answers of a language model may cost something.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/agent" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getPromptHelpers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/generate-tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tags for publishing, from a prompt or a title
         * @description A page may ignore a failure and go on without tags.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/agent/generate-tags" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"title":"A balloon at sunset","max_tags":5}'
         *     ```
         */
        post: operations["generateTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agent/optimize-prompt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A prompt as video models like it
         * @description Quoted speech, names, numbers and the language stay.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/agent/optimize-prompt" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"prompt":"a red balloon drifts over a calm sea at sunset"}'
         *     ```
         */
        post: operations["optimizePrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/confirm-change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a changed password valid with a mailed token
         * @description Every session ends. The link of the mail leads to a page that does this.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/confirm-change-password" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"token":"_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI"}'
         *     ```
         */
        post: operations["confirmChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/confirm-email-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new address valid with a mailed token
         * @description The link of the mail leads to a page that does this.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/confirm-email-change" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"token":"_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI"}'
         *     ```
         */
        post: operations["confirmEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail to choose a new password
         * @description The answer is the same for every address. The link works once, for half an hour.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/forgot-password" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"email":"you@example.org"}'
         *     ```
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a password
         * @description Where the account has a second factor, the answer is `mfa_required` with an `mfa_token` for the next operation. Failed attempts lock the account for a while (423).
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/login" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"email":"you@example.org","password":"a long one of yours"}'
         *     ```
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a session
         * @description Of the refresh token, or without one of the session cookie. The access token expires by itself.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/logout" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"refresh_token":"svrt_…"}'
         *     ```
         */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a second factor
         * @description After a login that answered `mfa_required`. A code works once; a token allows five.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/mfa" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"mfa_token":"svmf_…","code":"123456"}'
         *     ```
         */
        post: operations["passMfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for a new pair
         * @description Each refresh token works once. Showing a spent one ends every session of the account.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/refresh" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"refresh_token":"svrt_…"}'
         *     ```
         */
        post: operations["refreshTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description With addresses that have to be confirmed, nobody is signed in yet: a mail is on its way (`verification_required`). Otherwise the tokens are in the answer. An invite code brings a bonus.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/register" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"email":"you@example.org","password":"a long one of yours"}'
         *     ```
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for another mail to confirm an address
         * @description The answer is the same for every address. At most one mail a minute.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/resend-verification" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"email":"you@example.org"}'
         *     ```
         */
        post: operations["resendVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a new password with a mailed token
         * @description Ends every session and signs nobody in. A weak password leaves the token good.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/reset-password" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"token":"_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI","new_password":"quite another long one"}'
         *     ```
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/undo-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep an account that was to be deleted
         * @description Within two weeks. The link of the mail leads to a page that does this.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/undo-delete" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"token":"_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI"}'
         *     ```
         */
        post: operations["undoDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/undo-email-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a change of address back with a mailed token
         * @description Every session ends and the password is void: whoever asked for the change knew it. The link of the mail leads to a page that does this.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/undo-email-change" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"token":"_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI"}'
         *     ```
         */
        post: operations["undoEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Confirm an address with a mailed token
         * @description The link of the mail leads to a page that does this. The second call is no error.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/auth/verify-email?token=$TOKEN"
         *     ```
         */
        get: operations["verifyEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Settings of this server
         * @description What a client must know before anybody has signed in.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/config"
         *     ```
         */
        get: operations["getConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens to your tasks, as it happens
         * @description Begins now, or after Last-Event-ID. Types: task.queued, task.running, task.progress (at most twice a second), task.requeued (an attempt was lost), task.completed, task.failed, task.deleted, task.restored (the deletion was undone); and task.live (a new live picture, at most once a second; it is not kept). Ids are whole numbers that grow; with Last-Event-ID (a header or `last_event_id`) the stream goes on after that event. When what came after it is not kept any more, the event `reset` comes first: read your tasks again. Comments come every few seconds. A stream ends with its credential.
         *
         *     ```sh
         *     curl -N "http://127.0.0.1:8080/api/v1/events" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["watchEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your profile and balance
         * @description Also says how much can be spent and how much is held.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your API keys, newest first
         * @description Revoked ones too; the keys themselves are never shown again.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/api-keys" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description The answer is the only place where the key is shown.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/api-keys" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"name":"first steps"}'
         *     ```
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/api-keys/{key_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description At once and for good. An API key may revoke only itself.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/me/api-keys/$KEY_ID/revoke" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        post: operations["revokeApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/avatar/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the uploaded picture your avatar
         * @description It is checked and drawn again; the one before is removed.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/avatar/complete" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"object_key":"avatars/1b4e28ba-2fa1-41d2-883f-0016d3cca427.webp"}'
         *     ```
         */
        post: operations["completeAvatar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/avatar/presign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a URL to upload a picture to
         * @description PUT the bytes there with the headers of the answer, then complete it.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/avatar/presign" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"content_type":"image/png"}'
         *     ```
         */
        post: operations["presignAvatar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/avatar/put": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a picture through this server
         * @description Raw bytes, for when the upload URL can’t be reached. Complete it as usual.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/avatar/put?object_key=$OBJECT_KEY" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: image/png' \
         *       --data-binary @picture
         *     ```
         */
        post: operations["putAvatar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close your account, for good after two weeks
         * @description Sessions and keys end at once. A mailed link undoes it until then.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/delete" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"password":"a long one of yours"}'
         *     ```
         */
        post: operations["deleteAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for another address
         * @description The new address gets a link that confirms it, the old one a link that takes it back.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/email" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"new_email":"new@example.org","password":"a long one of yours"}'
         *     ```
         */
        post: operations["changeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that is known of you, as a file
         * @description Once an hour.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/export" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether you have a second factor
         * @description And how many recovery codes are left.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/mfa" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["getMfa"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/mfa/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get new recovery codes
         * @description The old ones are void.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/mfa/recovery-codes" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"password":"a long one of yours","code":"123456"}'
         *     ```
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/mfa/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor on with a first code
         * @description Ends your other sessions.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/mfa/totp/confirm" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"code":"123456"}'
         *     ```
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/mfa/totp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor off
         * @description Takes the password, and `code` or `recovery_code`. Ends your other sessions.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/mfa/totp/disable" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"password":"a long one of yours","code":"123456"}'
         *     ```
         */
        post: operations["disableTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/mfa/totp/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to enrol an authenticator app
         * @description Takes the password. Show `otpauth_url` as a QR code, then confirm with a first code.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/mfa/totp/setup" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"password":"a long one of yours"}'
         *     ```
         */
        post: operations["setUpTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your password
         * @description At once, or by a mailed link where addresses have to be confirmed.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/password" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"old_password":"a long one of yours","new_password":"quite another long one"}'
         *     ```
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/pending-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What waits for a link of a mail to be followed
         * @description A new address or password that is not confirmed yet, and until when it can be.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/pending-changes" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        get: operations["listPendingChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your nickname
         * @description A name for others to see. It need not be unique, and nobody signs in with it.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/profile" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"nickname":"Ann"}'
         *     ```
         */
        post: operations["updateProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your optimized prompts, newest first
         * @description The newest 500 are kept.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/prompts" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listPrompts"];
        put?: never;
        post?: never;
        /**
         * Remove every prompt from your history
         * @description For good.
         *
         *     ```sh
         *     curl -X DELETE "http://127.0.0.1:8080/api/v1/me/prompts" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        delete: operations["deletePrompts"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/prompts/{prompt_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a prompt from your history
         * @description The second call is 404.
         *
         *     ```sh
         *     curl -X DELETE "http://127.0.0.1:8080/api/v1/me/prompts/$PROMPT_ID" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        delete: operations["deletePrompt"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/prompts/starred": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your starred prompts, newest first
         * @description Those that have all words of `q`.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/prompts/starred" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listStarredPrompts"];
        put?: never;
        /**
         * Keep a prompt to use it again
         * @description At most 500. One that is starred already stays as it is. In the studio one with `{names}` in it is a template.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/prompts/starred" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"prompt":"a red balloon drifts over a calm sea at sunset"}'
         *     ```
         */
        post: operations["starPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/prompts/starred/{starred_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the star of a prompt
         * @description The second call is 404.
         *
         *     ```sh
         *     curl -X DELETE "http://127.0.0.1:8080/api/v1/me/prompts/starred/$STARRED_ID" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        delete: operations["unstarPrompt"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/prompts/used": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The prompts of your videos, each once, the last used first
         * @description Of your newest 1000 videos. Of optimized ones what was sent, not what it was made from.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/prompts/used" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listUsedPrompts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your active sessions
         * @description With device and last use; `current` is the one that asks.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/sessions" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions/{session_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign a device out, at once
         * @description The second call is 404.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/me/sessions/$SESSION_ID/revoke" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["revokeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions/revoke-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign every other device out
         * @description The one that asks stays.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/me/sessions/revoke-others" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["revokeOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What your videos take, and may take
         * @description What is deleted takes no room, although it can be restored for a while.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/storage" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getStorage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/topup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add credits by a simulated payment
         * @description Makes credits out of nothing, for trying things out; operators can switch it off.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/topup" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"amount":1000}'
         *     ```
         */
        post: operations["topUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What moved your balance, newest first
         * @description Holds and releases are among them. Each has the balance after it.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/transactions" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/transactions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What moved your balance, as CSV, oldest first
         * @description Amounts are in credits. At most 30 times an hour.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/transactions/export" \
         *       -H "X-API-Key: $KEY" \
         *       -o table.csv
         *     ```
         */
        get: operations["exportTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you spent, by day and model
         * @description Charges less refunds, by the day of the booking. At most 366 days at once. Agrees with the ledger: what is held for running tasks is not spent yet.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/usage" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["sumUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your webhooks, the oldest first
         * @description At most ten.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/webhooks" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Have your tasks told to an address of yours
         * @description The answer is the only place where the secret is shown.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/webhooks" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"url":"https://example.org/hook"}'
         *     ```
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of your webhooks
         * @description Without its secret.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/webhooks/$WEBHOOK_ID" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getWebhook"];
        put?: never;
        /**
         * Change what is named, and nothing else
         * @description Disabling gives up what waits. Enabling goes on with what happens from then on.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/webhooks/$WEBHOOK_ID" \
         *       -H "Authorization: Bearer $TOKEN" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"event_types":["task.completed"]}'
         *     ```
         */
        post: operations["changeWebhook"];
        /**
         * Delete a webhook and its log
         * @description What waits is not delivered any more. The second call is 404.
         *
         *     ```sh
         *     curl -X DELETE "http://127.0.0.1:8080/api/v1/me/webhooks/$WEBHOOK_ID" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to a webhook, newest first
         * @description Kept for 30 days.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/me/webhooks/$WEBHOOK_ID/deliveries" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver once more
         * @description At once, with the same `webhook-id`, and with as many tries as a new delivery.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/me/webhooks/$WEBHOOK_ID/deliveries/$DELIVERY_ID/redeliver" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        post: operations["redeliverToWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new secret
         * @description Shown this once. For a day deliveries are signed with the old one as well.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/me/webhooks/$WEBHOOK_ID/rotate-secret" \
         *       -H "Authorization: Bearer $TOKEN"
         *     ```
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a ping and see how it goes
         * @description At once, once, and also to a disabled webhook. It takes up to 15 seconds.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/me/webhooks/$WEBHOOK_ID/test" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The models on offer, with their parameters and prices
         * @description What each model takes, with limits, defaults and prices; under `parameters` of its schema those that only this model has, such as a LoRA. Ask again after a while: engines and their files come and go.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/models" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/provenance/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this service knows of a file with this SHA-256
         * @description Also when the video itself has been removed. Nothing of who made it, or from which words.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/provenance/$SHA256"
         *     ```
         */
        get: operations["findProvenance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/provenance/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public keys that manifests are signed with
         * @description Also those that have been replaced: older manifests stay good.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/provenance/keys"
         *     ```
         */
        get: operations["listProvenanceKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/provenance/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whether a manifest is genuine, and whether it is about a file
         * @description A changed byte is `signature_invalid`, a key that is not ours `unknown_key`, another file `hash_mismatch`.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/provenance/verify" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"manifest":{"payloadType":"application/vnd.in-toto+json","payload":"eyJ9","signatures":[{"keyid":"1","sig":"MEUCIQ=="}]}}'
         *     ```
         */
        post: operations["verifyProvenance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/result/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the video
         * @description Redirects to a URL that is valid for 24 hours. Older videos that another system made are the answer itself.
         *
         *     ```sh
         *     curl -L "http://127.0.0.1:8080/api/v1/result/$TASK_ID" \
         *       -H "X-API-Key: $KEY" \
         *       -o file
         *     ```
         */
        get: operations["getResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether an administrator is still missing
         * @description True until somebody is made an administrator, and never again.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/setup"
         *     ```
         */
        get: operations["getSetup"];
        put?: never;
        /**
         * Make the first administrator
         * @description Signs in, as a login does. The address needs no confirmation. Of two at once one is answered 409 `setup_over`.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/setup" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"token":"_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI","email":"you@example.org","password":"a long one of yours"}'
         *     ```
         */
        post: operations["setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/setup/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Until when a setup link is good
         * @description The token is the fragment of the link that the server printed at its terminal. Looking spends nothing.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/setup/check" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"token":"_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI"}'
         *     ```
         */
        post: operations["checkSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your tasks, newest first
         * @description Deleted ones are left out. A status that nobody knows matches nothing. With any other filter the list ends after 10,000, and `total` with it: narrow it down by dates.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/task" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listTasksAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One task
         * @description Ask as often as you like, or listen to `/api/v1/tasks/{task_id}/events`.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/task/$TASK_ID" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getTaskAlias"];
        put?: never;
        post?: never;
        /**
         * Remove an ended task from your list
         * @description Only one that has ended; money and history stay as they are. The second call is 404.
         *
         *     ```sh
         *     curl -X DELETE "http://127.0.0.1:8080/api/v1/task/$TASK_ID" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        delete: operations["deleteTaskAlias"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often a task was tried, and how each attempt ended
         * @description An attempt is lost when its worker or its engine goes away; the task is then tried again.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/task/$TASK_ID/attempts" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listAttemptsAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a task that waits or runs; the money is back at once
         * @description What an engine computes for it is stopped afterwards.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/task/$TASK_ID/cancel" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        post: operations["cancelTaskAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/enhance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a completed video larger and sharper, by super-resolution only
         * @description Makes a sub-task. A video has one: further calls get it, whatever target they name, until it is deleted.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/task/$TASK_ID/enhance" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"target":"1080p"}'
         *     ```
         */
        post: operations["enhanceTaskAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens to one task, as it happens
         * @description Begins with everything so far, or after Last-Event-ID, and ends with the task. Asked again after that, it answers 204, on which browsers stop asking. Types: task.queued, task.running, task.progress (at most twice a second), task.requeued (an attempt was lost), task.completed, task.failed, task.deleted, task.restored (the deletion was undone); and task.live (a new live picture, at most once a second; it is not kept). Ids are whole numbers that grow; with Last-Event-ID (a header or `last_event_id`) the stream goes on after that event. When what came after it is not kept any more, the event `reset` comes first: read your tasks again. Comments come every few seconds. A stream ends with its credential.
         *
         *     ```sh
         *     curl -N "http://127.0.0.1:8080/api/v1/task/$TASK_ID/events" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["watchTaskAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a video was made from, and what was made from it
         * @description The whole family, newest first, 100 at most; each names its parent. A retry, an enhanced version and a video that goes on from another have one.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/task/$TASK_ID/lineage" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getLineageAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a running task looks like by now, as WebP
         * @description Of at most 512 pixels, for engines that send pictures while they work. 204 while there is none, and once the attempt has ended: it is not kept. The event task.live tells of a new one. Ask once, then whenever the event task.live says so.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/task/$TASK_ID/live" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getLivePictureAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/poster": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A picture of the video, as WebP
         * @description Redirects to a URL that is valid for 24 hours.
         *
         *     ```sh
         *     curl -L "http://127.0.0.1:8080/api/v1/task/$TASK_ID/poster" \
         *       -H "X-API-Key: $KEY" \
         *       -o file
         *     ```
         */
        get: operations["getPosterAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A short, small and silent part of the video, as MP4
         * @description Redirects to a URL that is valid for 24 hours.
         *
         *     ```sh
         *     curl -L "http://127.0.0.1:8080/api/v1/task/$TASK_ID/preview" \
         *       -H "X-API-Key: $KEY" \
         *       -o file
         *     ```
         */
        get: operations["getPreviewAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/provenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed manifest of the video: what made it, and the hash of the file
         * @description Signed with one of the keys at `/api/v1/provenance/keys`.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/task/$TASK_ID/provenance" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getProvenanceAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an enhanced video compares with its source
         * @description Only of enhanced videos.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/task/$TASK_ID/report" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getReportAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the deletion of a task
         * @description As long as deleted videos are kept: days, as the operator has set it, and at least ten minutes. One that is not deleted stays as it is.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/task/$TASK_ID/restore" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        post: operations["restoreTaskAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit the recipe of an ended task again, as a new task
         * @description The same prompt, picture, parameters and seed, at the price of today.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/task/$TASK_ID/retry" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        post: operations["retryTaskAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/{task_id}/sprite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Small pictures of the whole video on one sheet, as WebP
         * @description Redirects to a URL that is valid for 24 hours.
         *
         *     ```sh
         *     curl -L "http://127.0.0.1:8080/api/v1/task/$TASK_ID/sprite" \
         *       -H "X-API-Key: $KEY" \
         *       -o file
         *     ```
         */
        get: operations["getSpriteAlias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove several ended tasks from your list
         * @description What can’t be deleted is named with its reason; the others are gone.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/task/delete" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"task_ids":["text"]}'
         *     ```
         */
        post: operations["deleteTasksAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/task/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the deletion of several tasks
         * @description Likewise.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/task/restore" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"task_ids":["text"]}'
         *     ```
         */
        post: operations["restoreTasksAlias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your tasks, newest first
         * @description Deleted ones are left out. A status that nobody knows matches nothing. With any other filter the list ends after 10,000, and `total` with it: narrow it down by dates.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/tasks" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One task
         * @description Ask as often as you like, or listen to `/api/v1/tasks/{task_id}/events`.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        /**
         * Remove an ended task from your list
         * @description Only one that has ended; money and history stay as they are. The second call is 404.
         *
         *     ```sh
         *     curl -X DELETE "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often a task was tried, and how each attempt ended
         * @description An attempt is lost when its worker or its engine goes away; the task is then tried again.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/attempts" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["listAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a task that waits or runs; the money is back at once
         * @description What an engine computes for it is stopped afterwards.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/cancel" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        post: operations["cancelTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/enhance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a completed video larger and sharper, by super-resolution only
         * @description Makes a sub-task. A video has one: further calls get it, whatever target they name, until it is deleted.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/enhance" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"target":"1080p"}'
         *     ```
         */
        post: operations["enhanceTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens to one task, as it happens
         * @description Begins with everything so far, or after Last-Event-ID, and ends with the task. Asked again after that, it answers 204, on which browsers stop asking. Types: task.queued, task.running, task.progress (at most twice a second), task.requeued (an attempt was lost), task.completed, task.failed, task.deleted, task.restored (the deletion was undone); and task.live (a new live picture, at most once a second; it is not kept). Ids are whole numbers that grow; with Last-Event-ID (a header or `last_event_id`) the stream goes on after that event. When what came after it is not kept any more, the event `reset` comes first: read your tasks again. Comments come every few seconds. A stream ends with its credential.
         *
         *     ```sh
         *     curl -N "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/events" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["watchTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a video was made from, and what was made from it
         * @description The whole family, newest first, 100 at most; each names its parent. A retry, an enhanced version and a video that goes on from another have one.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/lineage" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getLineage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a running task looks like by now, as WebP
         * @description Of at most 512 pixels, for engines that send pictures while they work. 204 while there is none, and once the attempt has ended: it is not kept. The event task.live tells of a new one. Ask once, then whenever the event task.live says so.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/live" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getLivePicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/poster": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A picture of the video, as WebP
         * @description Redirects to a URL that is valid for 24 hours.
         *
         *     ```sh
         *     curl -L "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/poster" \
         *       -H "X-API-Key: $KEY" \
         *       -o file
         *     ```
         */
        get: operations["getPoster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A short, small and silent part of the video, as MP4
         * @description Redirects to a URL that is valid for 24 hours.
         *
         *     ```sh
         *     curl -L "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/preview" \
         *       -H "X-API-Key: $KEY" \
         *       -o file
         *     ```
         */
        get: operations["getPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/provenance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed manifest of the video: what made it, and the hash of the file
         * @description Signed with one of the keys at `/api/v1/provenance/keys`.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/provenance" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getProvenance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an enhanced video compares with its source
         * @description Only of enhanced videos.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/report" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the deletion of a task
         * @description As long as deleted videos are kept: days, as the operator has set it, and at least ten minutes. One that is not deleted stays as it is.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/restore" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        post: operations["restoreTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit the recipe of an ended task again, as a new task
         * @description The same prompt, picture, parameters and seed, at the price of today.
         *
         *     ```sh
         *     curl -X POST "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/retry" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        post: operations["retryTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{task_id}/sprite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Small pictures of the whole video on one sheet, as WebP
         * @description Redirects to a URL that is valid for 24 hours.
         *
         *     ```sh
         *     curl -L "http://127.0.0.1:8080/api/v1/tasks/$TASK_ID/sprite" \
         *       -H "X-API-Key: $KEY" \
         *       -o file
         *     ```
         */
        get: operations["getSprite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove several ended tasks from your list
         * @description What can’t be deleted is named with its reason; the others are gone.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/tasks/delete" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"task_ids":["text"]}'
         *     ```
         */
        post: operations["deleteTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the deletion of several tasks
         * @description Likewise.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/tasks/restore" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"task_ids":["text"]}'
         *     ```
         */
        post: operations["restoreTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a URL to upload a picture to, for a video that begins with it
         * @description PUT the bytes there with the headers of the answer, then name the key in a submission.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/uploads" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"content_type":"image/png"}'
         *     ```
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a URL to upload a sound to, for a video that is made to it
         * @description PUT the bytes there with the headers of the answer, then name the key in a submission.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/uploads/audio" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"content_type":"audio/wav"}'
         *     ```
         */
        post: operations["createAudioUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/audio/put": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a sound through this server
         * @description Raw bytes: WAV, MP3, M4A, AAC, FLAC or Ogg, of at most 20 MiB and 300 seconds. It is decoded at once.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/uploads/audio/put" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: audio/wav' \
         *       --data-binary @picture
         *     ```
         */
        post: operations["putAudioUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/put": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a picture through this server
         * @description Raw bytes, for when the upload URL can’t be reached.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/uploads/put" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: image/png' \
         *       --data-binary @picture
         *     ```
         */
        post: operations["putUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/avatar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A user’s avatar
         * @description Redirects to the picture. Takes no credentials, so that it loads in an image element.
         *
         *     ```sh
         *     curl -L "http://127.0.0.1:8080/api/v1/users/$USER_ID/avatar" \
         *       -o file
         *     ```
         */
        get: operations["getAvatar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/video/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a video generation task
         * @description Only `prompt` is needed. What only this model has goes into `parameters`: `{"lora_strength": 0.8}`. The price is held at once and is back when the task fails or is canceled.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/video/generate" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"prompt":"a red balloon drifts over a calm sea at sunset","duration_seconds":4,"resolution":"480p"}'
         *     ```
         */
        post: operations["generateVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/video/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a task would cost, without submitting it
         * @description Price, parameters with their defaults filled in, and the wait. Nothing is held and nothing is kept.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/api/v1/video/quote" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"prompt":"a red balloon drifts over a calm sea at sunset","duration_seconds":4,"resolution":"480p"}'
         *     ```
         */
        post: operations["quoteVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openai/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The models on offer, the default first
         * @description What a submission may name as its `model`.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/openai/v1/models" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["openaiListModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openai/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One model
         * @description As in the list.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/openai/v1/models/$MODEL" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["openaiGetModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openai/v1/videos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your videos, page by page
         * @description Go on with `after` as long as `has_more` says so, however many there are.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/openai/v1/videos" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["openaiListVideos"];
        put?: never;
        /**
         * Submit a video, in the words of OpenAI
         * @description JSON, or a form with the picture as the file `input_reference`. What SGLang and vLLM-Omni add is taken too.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/openai/v1/videos" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"prompt":"a red balloon drifts over a calm sea at sunset"}'
         *     ```
         */
        post: operations["openaiCreateVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openai/v1/videos/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One video
         * @description Ask about once a second, or have the webhooks of this dialect sent.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/openai/v1/videos/$TASK_ID" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["openaiGetVideo"];
        put?: never;
        post?: never;
        /**
         * Remove a completed or failed video
         * @description Money and history stay as they are. The second call is 404.
         *
         *     ```sh
         *     curl -X DELETE "http://127.0.0.1:8080/openai/v1/videos/$TASK_ID" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        delete: operations["openaiDeleteVideo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openai/v1/videos/{task_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the video, a picture of it, or small pictures of all of it
         * @description The mp4, a picture as WebP (`thumbnail`), or a sheet of small pictures as WebP (`spritesheet`).
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/openai/v1/videos/$TASK_ID/content" \
         *       -H "X-API-Key: $KEY"
         *     ```
         */
        get: operations["openaiGetVideoContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openai/v1/videos/{task_id}/remix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit the recipe of a completed video with another prompt
         * @description Same model, size, length, seed and picture. It is made anew, and nothing of the video itself is used.
         *
         *     ```sh
         *     curl "http://127.0.0.1:8080/openai/v1/videos/$TASK_ID/remix" \
         *       -H "X-API-Key: $KEY" \
         *       -H 'Content-Type: application/json' \
         *       -d '{"prompt":"a red balloon drifts over a calm sea at sunset"}'
         *     ```
         */
        post: operations["openaiRemixVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A try, asked for by the owner.
         * @description Answer with any 2xx within 15 seconds. Anything else is tried again for a day; 410 disables the webhook.
         */
        post: operations["onPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The video is there: `data.download_url`.
         * @description Answer with any 2xx within 15 seconds. Anything else is tried again for a day; 410 disables the webhook.
         */
        post: operations["onTaskCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Its owner removed the task from the list.
         * @description Answer with any 2xx within 15 seconds. Anything else is tried again for a day; 410 disables the webhook.
         */
        post: operations["onTaskDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * There will be no video: `data.error`.
         * @description Answer with any 2xx within 15 seconds. Anything else is tried again for a day; 410 disables the webhook.
         */
        post: operations["onTaskFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A task got further; at most twice a second.
         * @description Answer with any 2xx within 15 seconds. Anything else is tried again for a day; 410 disables the webhook.
         */
        post: operations["onTaskProgress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.queued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A task was submitted.
         * @description Answer with any 2xx within 15 seconds. Anything else is tried again for a day; 410 disables the webhook.
         */
        post: operations["onTaskQueued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.requeued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A task waits again: an attempt was lost.
         * @description Answer with any 2xx within 15 seconds. Anything else is tried again for a day; 410 disables the webhook.
         */
        post: operations["onTaskRequeued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.restored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Its owner took the removal back.
         * @description Answer with any 2xx within 15 seconds. Anything else is tried again for a day; 410 disables the webhook.
         */
        post: operations["onTaskRestored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.running": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An attempt began.
         * @description Answer with any 2xx within 15 seconds. Anything else is tried again for a day; 410 disables the webhook.
         */
        post: operations["onTaskRunning"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AccountDeletionRequest: {
            /** @description Where there is a second factor. */
            code?: string;
            password: string;
            recovery_code?: string;
        };
        AddressRequest: {
            /** Format: email */
            email: string;
        };
        AdjustRequest: {
            /** @description Minor units; negative takes them away. Not 0. */
            amount: number;
            reason: string;
        };
        AdminQueueOut: {
            model: string;
            /** @description How long the task that has waited longest has waited. */
            oldest_wait_s: number;
            /** Format: date-time */
            paused_at: string | null;
            paused_by: string | null;
            queued: number;
            running: number;
            /** @description Of engines that were heard of lately. */
            slots: number;
        };
        AdminReason: {
            reason: string;
        };
        AdminTaskDetail: {
            attempts: components["schemas"]["AttemptOut"][];
            /** Format: date-time */
            completed_at: string | null;
            cost: number;
            /** @enum {string} */
            cost_status: "held" | "charged" | "released" | "free";
            /** Format: date-time */
            created_at: string;
            download_url: string | null;
            enhance_task_id: string | null;
            error: {
                code: string;
                message: string;
            } | null;
            /** @description The stored video as it is; null before it is there, and for older ones. */
            media: {
                /** @description Of the mp4. */
                bytes: number;
                duration_s: number;
                fps: number;
                frames: number;
                has_audio: boolean;
                height_px: number;
                poster_url: string | null;
                preview_url: string | null;
                /** @description Of the mp4, in hexadecimal. */
                sha256: string;
                /** @description Pictures of the whole video on one sheet, row by row. */
                sprite: {
                    columns: number;
                    height_px: number;
                    rows: number;
                    /** @description How much of the video a cell stands for. */
                    seconds_each: number;
                    url: string;
                    /** @description Of one cell. */
                    width_px: number;
                } | null;
                width_px: number;
            } | null;
            model: string;
            /** @description What it moved in the ledger, newest first. */
            movements: components["schemas"]["LedgerTransactionOut"][];
            negative_prompt: string | null;
            /** @description Things that the prompt names and the video does not show, in the prompt’s words. Only of the built-in preview, which draws what it has a word for; of a model nobody knows. */
            not_drawn?: string[];
            /** @description What the prompt was before it was optimized. */
            original_prompt: string | null;
            params: {
                aspect_ratio: string;
                /** @description Key of the sound’s upload; may be named again. */
                audio_key: string | null;
                duration_seconds: number;
                fps: number;
                frames: number;
                guidance: number | null;
                height_px: number;
                /** @description Key of the first frame’s upload; may be named again. */
                image_key: string | null;
                last_image_key: string | null;
                /** @enum {string} */
                mode: "text-to-video" | "image-to-video" | "enhance";
                /** @description The model’s own parameters, with the defaults of those that were not given. */
                parameters: {
                    [key: string]: string | number | boolean;
                };
                resolution: string;
                seed: number;
                steps: number | null;
                /**
                 * @description Of an enhance sub-task; null otherwise.
                 * @enum {string|null}
                 */
                target: "1080p" | "2k" | null;
                /** @description What made an enhanced video: `onnx`, `ffmpeg` or `comfyui`. */
                upscaler: string | null;
                width_px: number;
            };
            parent_task_id: string | null;
            priority: number;
            progress: number | null;
            prompt: string | null;
            queue: components["schemas"]["QueueOut"] | null;
            /** @description Object key of the stored video. */
            result_url: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            task_id: string;
            /** Format: date-time */
            updated_at: string;
            /** @description null once the account is gone. */
            user_email: string | null;
            /** Format: uuid */
            user_id: string;
        };
        AdminTaskListOut: {
            items: components["schemas"]["AdminTaskOut"][];
            /** @description The `cursor` of the page of older items; null on the last page. */
            next_cursor: string | null;
            page: number;
            page_size: number;
            /** @description The `cursor` of the page of newer items; null on the first page. */
            previous_cursor: string | null;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        AdminTaskOut: {
            /** Format: date-time */
            completed_at: string | null;
            cost: number;
            /** @enum {string} */
            cost_status: "held" | "charged" | "released" | "free";
            /** Format: date-time */
            created_at: string;
            download_url: string | null;
            enhance_task_id: string | null;
            error: {
                code: string;
                message: string;
            } | null;
            /** @description The stored video as it is; null before it is there, and for older ones. */
            media: {
                /** @description Of the mp4. */
                bytes: number;
                duration_s: number;
                fps: number;
                frames: number;
                has_audio: boolean;
                height_px: number;
                poster_url: string | null;
                preview_url: string | null;
                /** @description Of the mp4, in hexadecimal. */
                sha256: string;
                /** @description Pictures of the whole video on one sheet, row by row. */
                sprite: {
                    columns: number;
                    height_px: number;
                    rows: number;
                    /** @description How much of the video a cell stands for. */
                    seconds_each: number;
                    url: string;
                    /** @description Of one cell. */
                    width_px: number;
                } | null;
                width_px: number;
            } | null;
            model: string;
            negative_prompt: string | null;
            /** @description Things that the prompt names and the video does not show, in the prompt’s words. Only of the built-in preview, which draws what it has a word for; of a model nobody knows. */
            not_drawn?: string[];
            /** @description What the prompt was before it was optimized. */
            original_prompt: string | null;
            params: {
                aspect_ratio: string;
                /** @description Key of the sound’s upload; may be named again. */
                audio_key: string | null;
                duration_seconds: number;
                fps: number;
                frames: number;
                guidance: number | null;
                height_px: number;
                /** @description Key of the first frame’s upload; may be named again. */
                image_key: string | null;
                last_image_key: string | null;
                /** @enum {string} */
                mode: "text-to-video" | "image-to-video" | "enhance";
                /** @description The model’s own parameters, with the defaults of those that were not given. */
                parameters: {
                    [key: string]: string | number | boolean;
                };
                resolution: string;
                seed: number;
                steps: number | null;
                /**
                 * @description Of an enhance sub-task; null otherwise.
                 * @enum {string|null}
                 */
                target: "1080p" | "2k" | null;
                /** @description What made an enhanced video: `onnx`, `ffmpeg` or `comfyui`. */
                upscaler: string | null;
                width_px: number;
            };
            parent_task_id: string | null;
            priority: number;
            progress: number | null;
            prompt: string | null;
            queue: components["schemas"]["QueueOut"] | null;
            /** @description Object key of the stored video. */
            result_url: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            task_id: string;
            /** Format: date-time */
            updated_at: string;
            /** @description null once the account is gone. */
            user_email: string | null;
            /** Format: uuid */
            user_id: string;
        };
        AdminUserDetail: {
            active_sessions: number;
            api_access_enabled: boolean;
            balance: number;
            balance_held: number;
            /** Format: date-time */
            created_at: string;
            currency: string;
            currency_scale: number;
            /** Format: date-time */
            deletion_at: string | null;
            /** Format: date-time */
            disabled_at: string | null;
            email: string;
            email_verified: boolean;
            /** Format: date-time */
            last_seen_at: string | null;
            mfa_enabled: boolean;
            nickname: string;
            /** @description Share of the queue; 1 is the usual one. */
            queue_weight: number;
            /** @enum {string} */
            role: "user" | "admin";
            /** @enum {string} */
            status: "active" | "disabled" | "deleting";
            /** Format: date-time */
            updated_at: string;
            /** Format: uuid */
            user_id: string;
        };
        AdminUserListOut: {
            items: components["schemas"]["AdminUserOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        AdminUserOut: {
            api_access_enabled: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            deletion_at: string | null;
            /** Format: date-time */
            disabled_at: string | null;
            email: string;
            email_verified: boolean;
            mfa_enabled: boolean;
            nickname: string;
            /** @enum {string} */
            role: "user" | "admin";
            /** @enum {string} */
            status: "active" | "disabled" | "deleting";
            /** Format: date-time */
            updated_at: string;
            /** Format: uuid */
            user_id: string;
        };
        ApiAccessRequest: {
            enabled: boolean;
        };
        ApiKeyCreate: {
            /**
             * Format: date-time
             * @description RFC 3339, in the future, within two years.
             */
            expires_at?: string | null;
            name: string;
            /** @description null: 600. */
            rate_limit_per_minute?: number | null;
            /** @description Default: all. An empty list is refused. */
            scopes?: ("video:read" | "video:write" | "agent" | "account:read" | "account:write")[];
            /** @description Minor units per period. */
            spend_cap?: number | null;
            /**
             * @description A calendar month in UTC (default). Needs `spend_cap`.
             * @enum {string}
             */
            spend_cap_period?: "month" | "total";
        };
        ApiKeyCreated: {
            /** @description The key itself: shown this once. */
            api_key: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            disabled_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            is_active: boolean;
            /** Format: uuid */
            key_id: string;
            /** @description The first nine characters of the key. */
            key_prefix: string;
            /** Format: date-time */
            last_used_at: string | null;
            last4: string;
            name: string;
            rate_limit_per_minute: number | null;
            /** Format: date-time */
            revoked_at: string | null;
            scopes: ("video:read" | "video:write" | "agent" | "account:read" | "account:write")[];
            spend_cap: number | null;
            /** @enum {string|null} */
            spend_cap_period: "month" | "total" | null;
            spent_in_period: number;
            /** @enum {string} */
            status: "active" | "revoked" | "disabled" | "expired";
        };
        ApiKeyListOut: {
            items: components["schemas"]["ApiKeyOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        ApiKeyOut: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            disabled_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            is_active: boolean;
            /** Format: uuid */
            key_id: string;
            /** @description The first nine characters of the key. */
            key_prefix: string;
            /** Format: date-time */
            last_used_at: string | null;
            last4: string;
            name: string;
            rate_limit_per_minute: number | null;
            /** Format: date-time */
            revoked_at: string | null;
            scopes: ("video:read" | "video:write" | "agent" | "account:read" | "account:write")[];
            spend_cap: number | null;
            /** @enum {string|null} */
            spend_cap_period: "month" | "total" | null;
            spent_in_period: number;
            /** @enum {string} */
            status: "active" | "revoked" | "disabled" | "expired";
        };
        AttemptListOut: {
            items: components["schemas"]["AttemptOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        AttemptOut: {
            attempt: number;
            /** Format: date-time */
            ended_at: string | null;
            engine: string;
            error: {
                /** @enum {string} */
                class: "request" | "engine" | "worker" | "deadline";
                code: string;
                message: string;
            } | null;
            /** @enum {string|null} */
            outcome: "completed" | "failed" | "lost" | "handed_back" | "canceled" | null;
            /** Format: date-time */
            started_at: string;
        };
        AudioOut: {
            /** @description What `audio_url` of a submission may be. */
            audio_key: string;
            /** @description Of the whole sound. A video gets its beginning. */
            duration_seconds: number;
        };
        AudioUploadOut: {
            /** @description What `audio_url` of a submission may be. */
            audio_key: string;
            /** Format: date-time */
            expires_at: string;
            expires_in: number;
            headers: {
                [key: string]: string;
            };
            max_bytes: number;
            /** @enum {string} */
            method: "PUT";
            upload_url: string;
        };
        AudioUploadRequest: {
            content_length?: number;
            /** @enum {string} */
            content_type: "audio/wav" | "audio/mpeg" | "audio/mp4" | "audio/aac" | "audio/flac" | "audio/ogg";
        };
        AuditEventOut: {
            /** @description A user, or `system`, or `anonymous`. */
            actor: string;
            /** @description Of a user who is still there. */
            actor_email: string | null;
            /** Format: date-time */
            created_at: string;
            details: {
                [key: string]: unknown;
            };
            event: string;
            event_id: number;
            ip: string | null;
            request_id: string | null;
            /** @description What it was done to: a user, a key, a session, a task. */
            subject: string | null;
            /** @description Of a user who is still there. */
            subject_email: string | null;
        };
        AuditListOut: {
            items: components["schemas"]["AuditEventOut"][];
            /** @description The `cursor` of the page of older items; null on the last page. */
            next_cursor: string | null;
            page: number;
            page_size: number;
            /** @description The `cursor` of the page of newer items; null on the first page. */
            previous_cursor: string | null;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        AvatarCompleteRequest: {
            object_key: string;
        };
        AvatarPresignOut: {
            /** Format: date-time */
            expires_at: string;
            expires_in: number;
            headers: {
                [key: string]: string;
            };
            max_bytes: number;
            /** @enum {string} */
            method: "PUT";
            object_key: string;
            upload_url: string;
        };
        AvatarPresignRequest: {
            content_length?: number;
            /** @enum {string} */
            content_type: "image/png" | "image/jpeg" | "image/webp";
        };
        AvatarPutOut: {
            content_type: string;
            object_key: string;
            size: number;
        };
        BalanceOut: {
            balance: number;
            balance_held: number;
            balance_total: number;
            currency: string;
            currency_scale: number;
            /** Format: uuid */
            transaction_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        CapacityOut: {
            engines: components["schemas"]["EngineUse"][];
            /** Format: date-time */
            first_hour: string;
            models: components["schemas"]["ModelCapacity"][];
        };
        ComparedPrices: {
            charged: number;
            currency: string;
            groups: {
                charged: number;
                /** @enum {string} */
                kind: "generate" | "enhance";
                model: string;
                refunded: number;
                resolution: string;
                tasks: number;
                would_charge: number;
            }[];
            refunded: number;
            tasks: number;
            would_charge: number;
        };
        DeliveryListOut: {
            items: components["schemas"]["DeliveryOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        DeliveryOut: {
            /** Format: date-time */
            attempted_at: string | null;
            attempts: number;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: uuid
             * @description Also the header `webhook-id`, for every try.
             */
            delivery_id: string;
            duration_ms: number | null;
            /** @enum {string|null} */
            error: "bad_status" | "redirect" | "not_allowed" | "name_not_found" | "connection_failed" | "timeout" | "disabled" | "internal_error" | null;
            /** @description The id of the event in `/api/v1/events`; null for a ping. */
            event_id: number | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** @description What is sent, the same each time. */
            request_body: string;
            /** @description The first 1,024 bytes of the last answer. */
            response_body: string | null;
            response_status: number | null;
            /** @enum {string} */
            status: "waiting" | "delivered" | "failed";
            /** @enum {string} */
            type: "task.queued" | "task.running" | "task.progress" | "task.requeued" | "task.completed" | "task.failed" | "task.deleted" | "task.restored" | "ping";
        };
        DiskSpace: {
            free_bytes: number;
            total_bytes: number;
        };
        EmailChangeRequest: {
            /** Format: email */
            new_email: string;
            password: string;
        };
        EmailChangeRequested: {
            /** @enum {string} */
            status: "confirmation_sent";
        };
        EmailVerified: {
            already_verified: boolean;
            /** @enum {boolean} */
            email_verified: true;
            /** @enum {string} */
            status: "ok";
        };
        EngineAnswerOut: {
            is_reachable: boolean;
            offers: {
                model: string;
                modes: string[];
            }[];
            problems: {
                message: string;
                /** @description Null when it concerns the whole engine. */
                model: string | null;
                /** @description What the text says beside its words, by name. */
                params?: {
                    [key: string]: string | number;
                };
                remedy: string;
                /** @description Which text it is, for other languages; stable. There may be new ones. */
                text?: string;
            }[];
            version: string | null;
        };
        EngineListOut: {
            items: components["schemas"]["EngineOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        EngineOut: {
            /** Format: date-time */
            checked_at: string;
            engine: string;
            /** @description In a row: of calls, or of attempts. */
            failures: number;
            is_reachable: boolean;
            kind: string;
            offers: {
                model: string;
                modes: string[];
            }[];
            /** Format: date-time */
            paused_at: string | null;
            paused_by: string | null;
            power: {
                /** @description Of the last start or stop that failed. */
                error: string | null;
                /** @description Starts in a row that came to nothing. */
                failures: number;
                /** Format: date-time */
                since: string;
                /** @description How long a start takes, as measured. */
                start_s: number | null;
                /** @enum {string} */
                state: "off" | "starting" | "on" | "stopping";
            } | null;
            problems: {
                message: string;
                /** @description Null when it concerns the whole engine. */
                model: string | null;
                /** @description What the text says beside its words, by name. */
                params?: {
                    [key: string]: string | number;
                };
                remedy: string;
                /** @description Which text it is, for other languages; stable. There may be new ones. */
                text?: string;
            }[];
            /** Format: date-time */
            reached_at: string | null;
            /** Format: date-time */
            rests_until: string | null;
            url: string | null;
            version: string | null;
            /** @description Whose view of it this is. */
            worker_id: string;
        };
        EngineStateOut: {
            engine: string;
            free_slots: number;
            problems: number;
            /** @description Of all workers, as far as they were heard of lately. */
            slots: number;
            /** @enum {string} */
            state: "working" | "idle" | "draining" | "unreachable" | "starting" | "off" | "taken_out";
        };
        EngineUse: {
            engine: string;
            /** @description From 0 to 1 by the hour, from `first_hour` on; null where no slot was offered. */
            use: (number | null)[];
        };
        EnhanceRequest: {
            /** @description `1080p` or `2k`, in any case: the short side is 1080 or 1440 pixels. */
            target?: string;
        };
        /** @description An error; `code` is stable, `detail` is for people. */
        ErrorBody: {
            code: string;
            detail: string;
            request_id: string;
        } & {
            [key: string]: unknown;
        };
        FailureCount: {
            code: string;
            /** @description Of the newest. */
            message: string;
            tasks: number;
        };
        GenerateResponse: {
            /** @description Spendable after the reservation. */
            balance: number;
            /** @description Minor units, reserved now. */
            cost: number;
            /** Format: date-time */
            created_at: string;
            currency: string;
            existing: boolean;
            model: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            task_id: string;
        };
        /** @description A prompt, a title, or both. */
        GenerateTagsRequest: {
            /** @description BCP 47. Settles what the text leaves open; its script counts before it. */
            language?: string;
            /** @description Default 8. */
            max_tags?: number;
            prompt?: string;
            title?: string;
        };
        GenerateTagsResponse: {
            /** @description Minor units, charged. */
            cost: number;
            /**
             * @description What answered.
             * @enum {string}
             */
            source: "model" | "rules";
            /** @description Best first. */
            tags: string[];
        };
        HealthCounts: {
            now: number;
            soon: number;
        };
        HealthItem: {
            /** @enum {string} */
            code: "no_worker" | "worker_silent" | "ledger_not_zero" | "storage_failing" | "disk_nearly_full" | "engine_down" | "no_engine_for_model" | "engine_start_failing" | "waits_too_long" | "mail_failing" | "engine_problem" | "engines_file_refused" | "reconciliation_stale" | "schedule_failing" | "webhooks_failing" | "queue_paused" | "engine_taken_out";
            message: string;
            /** @description What the text says beside its words, by name. */
            params?: {
                [key: string]: string | number;
            };
            /** @description The page of the studio for it. */
            path: string;
            remedy: string;
            /**
             * @description `now`: users feel it. `soon`: they will.
             * @enum {string}
             */
            severity: "now" | "soon";
            /** Format: date-time */
            since: string | null;
            /** @description An engine, a model, a worker or a path. */
            subject: string | null;
            /** @description Which text it is, for other languages; stable. There may be new ones. */
            text?: string;
        };
        HealthOut: {
            /** Format: date-time */
            checked_at: string;
            /** @description The worst first; at most 100. */
            items: components["schemas"]["HealthItem"][];
        };
        /** @description The request is not valid. */
        HTTPValidationError: {
            code: string;
            detail: {
                loc: (string | number)[];
                msg: string;
                type: string;
            }[];
            request_id: string;
        };
        InventoryEngineChange: {
            /** @description The engine, as in an engines file. `auth` (`bearer` or `basic`) says how its secret is sent. */
            entry: Record<string, never>;
            /** @description Models that come with it, by name, each as in an engines file: added behind the others or, where they stand already, replaced. All of it counts, or nothing. */
            models?: Record<string, never>;
            /** @description The key of the server; never shown again. Left out, what is there stays; null removes it. */
            secret?: string | null;
            /** @description The version that was read; the change is refused when there is a newer one. */
            version: number;
        };
        InventoryGraphChange: {
            /** @description A graph of ComfyUI, as Workflow, Export (API) writes it. */
            graph: Record<string, never>;
            /** @description The version that was read; the change is refused when there is a newer one. */
            version: number;
        };
        InventoryModelChange: {
            /** @description The model, as in an engines file. */
            entry: Record<string, never>;
            /** @description Whether it becomes the first one, which callers get who name none. */
            is_default?: boolean;
            /** @description The version that was read; the change is refused when there is a newer one. */
            version: number;
        };
        InventoryOut: {
            engines: {
                [key: string]: unknown;
            }[];
            /** @description Graphs of your own, which entries name. */
            graphs: {
                name: string;
                nodes: number;
                size_bytes: number;
            }[];
            /** @description Kinds of servers, with JSON Schemas of an engine and of a model in it. */
            kinds: {
                about: string;
                /** @description A JSON Schema. */
                engine: {
                    [key: string]: unknown;
                };
                enhance: {
                    [key: string]: unknown;
                } | null;
                /** @description Graphs that come with Clipwright. */
                graphs: string[];
                kind: string;
                /** @description A JSON Schema. */
                model: {
                    [key: string]: unknown;
                };
                takes_parameters: boolean;
                title: string;
            }[];
            /** @description A JSON Schema. */
            model_fields: {
                [key: string]: unknown;
            };
            /** @description The first is the default. */
            models: {
                [key: string]: unknown;
            }[];
            /** @description Why the newest version does not count in this process, where it is refused. */
            problems: {
                loc: (string | number)[];
                msg: string;
            }[];
            /**
             * @description A file is edited; what the database has is changed here.
             * @enum {string}
             */
            source: "file" | "database";
            /** @description Null for a file; 0 as long as nothing was changed. */
            version: number | null;
        };
        InviteCreate: {
            /** @description Minor units. */
            bonus: number;
            /** @description Made up when left out. Case does not count. */
            code?: string;
            /**
             * Format: date-time
             * @description RFC 3339.
             */
            expires_at?: string | null;
            /** @default 1 */
            max_uses: number;
            note?: string | null;
        };
        InviteCreated: {
            bonus: number;
            /** @description The code itself: shown this once. */
            code: string;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string | null;
            /** Format: date-time */
            disabled_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: uuid */
            invite_code_id: string;
            last4: string;
            max_uses: number;
            note: string | null;
            /** @enum {string} */
            status: "active" | "disabled" | "expired" | "used_up";
            used: number;
        };
        InviteListOut: {
            items: components["schemas"]["InviteOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        InviteOut: {
            bonus: number;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string | null;
            /** Format: date-time */
            disabled_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: uuid */
            invite_code_id: string;
            last4: string;
            max_uses: number;
            note: string | null;
            /** @enum {string} */
            status: "active" | "disabled" | "expired" | "used_up";
            used: number;
        };
        LedgerListOut: {
            items: components["schemas"]["LedgerTransactionOut"][];
            /** @description The `cursor` of the page of older items; null on the last page. */
            next_cursor: string | null;
            page: number;
            page_size: number;
            /** @description The `cursor` of the page of newer items; null on the first page. */
            previous_cursor: string | null;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        LedgerTransactionOut: {
            /** @description A user, or `system`. */
            actor: string;
            /** Format: date-time */
            created_at: string;
            /** @description Their amounts add up to zero. */
            entries: {
                account: string;
                amount: number;
                /** @description null on the platform's accounts. */
                balance_after: number | null;
            }[];
            /** @enum {string} */
            kind: "topup" | "signup_bonus" | "hold" | "capture" | "release" | "refund" | "adjustment" | "charge";
            reason: string | null;
            task_id: string | null;
            /** Format: uuid */
            transaction_id: string;
            /** @description null once the account is gone. */
            user_email: string | null;
            /** Format: uuid */
            user_id: string;
        };
        LimitOut: {
            /**
             * @description Whose are counted together.
             * @enum {string}
             */
            by: "network" | "user" | "mail_address" | "session" | "api_key";
            default_per_s: number;
            default_points: number;
            name: string;
            /** @description in so many seconds. */
            per_s: number;
            /** @description So many at most */
            points: number;
            /** @description What is counted, in English. */
            what: string;
        };
        LimitsOut: {
            items: components["schemas"]["LimitOut"][];
        };
        LineageOut: {
            items: components["schemas"]["TaskOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        /** @description A task whose live picture has changed: `data` of the event task.live. */
        LivePictureData: {
            live_url: string;
            task_id: string;
        };
        LoginRequest: {
            /** Format: email */
            email: string;
            password: string;
            /**
             * @description both: tokens in the body and a cookie; cookie: no tokens in the body; token: no cookie.
             * @enum {string}
             */
            session_mode?: "both" | "cookie" | "token";
        };
        LoginSuccess: {
            access_token: string | null;
            /** @description Seconds the access token lives. */
            expires_in: number | null;
            /** @enum {boolean} */
            mfa_required: false;
            /** @description Seconds the refresh token lives. */
            refresh_expires_in: number | null;
            refresh_token: string | null;
            /** Format: uuid */
            session_id: string;
            /** @enum {string} */
            token_type: "bearer";
        };
        /** @description The same whether or not the address has an account. */
        MailRequested: {
            message: string;
            /** @enum {string} */
            status: "ok";
        };
        MailTokenRequest: {
            token: string;
        };
        Measured: {
            /** Format: date-time */
            since: string | null;
            /** @description The newest of the last week, at most 3,000. */
            tasks: number;
        };
        MfaChallenge: {
            /** @description Seconds the token lives. */
            expires_in: number;
            mfa_methods: ("totp" | "recovery_code")[];
            /** @enum {boolean} */
            mfa_required: true;
            /** @description For POST /auth/mfa and nothing else. */
            mfa_token: string;
        };
        /** @description With `code` or `recovery_code`. `session_mode` is that of the login unless given. */
        MfaConfirmRequest: {
            /** @description Six digits; spaces do not matter. */
            code?: string | null;
            mfa_token: string;
            /** @description Ten letters and digits; hyphens, spaces and case do not matter. */
            recovery_code?: string | null;
            /**
             * @description both: tokens in the body and a cookie; cookie: no tokens in the body; token: no cookie.
             * @enum {string}
             */
            session_mode?: "both" | "cookie" | "token";
        };
        MfaLoginSuccess: {
            access_token: string | null;
            /** @description Seconds the access token lives. */
            expires_in: number | null;
            /** @enum {boolean} */
            mfa_required: false;
            /** @description When one was used. */
            recovery_codes_remaining?: number;
            /** @description Seconds the refresh token lives. */
            refresh_expires_in: number | null;
            refresh_token: string | null;
            /** Format: uuid */
            session_id: string;
            /** @enum {string} */
            token_type: "bearer";
        };
        MfaOut: {
            enabled: boolean;
            /** Format: date-time */
            enrolled_at: string | null;
            recovery_codes_remaining: number;
        };
        ModelCapacity: {
            engines: number;
            measured: components["schemas"]["Measured"];
            model: string;
            slots: number;
            video_s_per_hour: components["schemas"]["VideoSeconds"];
            /** @description Seconds until the first attempt; null where nothing was measured. */
            wait_p50_s: number | null;
            /** @description Seconds until the first attempt; null where nothing was measured. */
            wait_p95_s: number | null;
            with_one_more: components["schemas"]["WithOneMore"] | null;
        };
        ModelListOut: {
            items: components["schemas"]["ModelOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        ModelOut: {
            currency: string;
            fps: number;
            is_default: boolean;
            licence: string | null;
            /** @description What a submission names. */
            model: string;
            modes: {
                /** @description Whether an engine that makes these was heard of lately. */
                is_available: boolean;
                /** @enum {string} */
                mode: "text-to-video" | "image-to-video";
            }[];
            /** @description A JSON Schema (2020-12) of the fields of a submission besides `model`, with their defaults. */
            parameters: {
                [key: string]: unknown;
            };
            prices: {
                resolution: string;
                /** @enum {string|null} */
                unit: "second" | "task" | null;
                /** @description A decimal in minor units; null is not for sale. */
                unit_price: string | null;
            }[];
            sizes: {
                aspect_ratio: string;
                height_px: number;
                resolution: string;
                width_px: number;
            }[];
            title: string;
        };
        MoneyToday: {
            /** @description Also what was charged at once. */
            captured: number;
            currency: string;
            currency_scale: number;
            /** @description Minor units. */
            held: number;
            /** @description Minor units. */
            refunded: number;
            /** @description Minor units. */
            topped_up: number;
        };
        OpenAiError: {
            error: {
                /** @description As in the API of this service; stable. */
                code: string | null;
                message: string;
                /** @description The field that is at fault. */
                param: string | null;
                type: string;
            };
        };
        OpenAiModel: {
            /** @description When this server began to offer it; seconds since 1970. */
            created: number;
            id: string;
            /** @enum {string} */
            object: "model";
            owned_by: string;
        };
        OpenAiModelList: {
            data: components["schemas"]["OpenAiModel"][];
            /** @enum {string} */
            object: "list";
        };
        OpenAiVideo: {
            /** @description Seconds since 1970. */
            completed_at: number | null;
            /** @description Seconds since 1970. */
            created_at: number;
            error: {
                code: string;
                message: string;
            } | null;
            /** @description When the video is removed; null where it is kept. */
            expires_at: number | null;
            /** @description The id of the task, under `/api/v1/tasks` as well. */
            id: string;
            model: string;
            /** @enum {string} */
            object: "video";
            progress: number;
            prompt: string | null;
            remixed_from_video_id: string | null;
            seconds: string;
            size: string;
            /** @enum {string} */
            status: "queued" | "in_progress" | "completed" | "failed";
        };
        OpenAiVideoCreate: {
            /** @description Parameters of the model’s own, by name: those that its JSON Schema has under `parameters`. They do not change the price. */
            extra_params?: {
                [key: string]: string | number | boolean;
            } | null;
            /** @description Each model has its own, and takes no other. */
            fps?: number | null;
            /** @description Guidance scale. */
            guidance_scale?: number | null;
            /** @description Together with `width`, instead of `size`. */
            height?: number | null;
            /** @description The first frame, as vLLM-Omni has it. */
            image_reference?: {
                /** @description An https URL, a data URL of 4 MiB at most, or the key of an upload. */
                image_url: string;
            } | null;
            /** @description The first frame: in a form its file, elsewhere where it is. */
            input_reference?: string | {
                /** @description The key of an upload. */
                file_id?: string;
                /** @description An https URL, a data URL of 4 MiB at most, or the key of an upload. */
                image_url?: string;
            } | null;
            /** @description Default: the first model on offer, for which `sora-2` and its kin stand too. */
            model?: string | null;
            /** @description A request makes one video. */
            n?: number | null;
            negative_prompt?: string | null;
            /** @description Instead of `seconds`, which they are rounded to. */
            num_frames?: number | null;
            /** @description Sampling steps. */
            num_inference_steps?: number | null;
            prompt: string;
            /** @description An https URL, a data URL of 4 MiB at most, or the key of an upload. */
            reference_url?: string | null;
            /** @description Whole seconds, as OpenAI’s clients send them, or as a number. */
            seconds?: string | number | null;
            seed?: number | null;
            /** @description Width and height in pixels, `1280x720`: a size of the model. OpenAI’s own four sizes stand for the nearest one. */
            size?: string | null;
            /** @description Together with `height`, instead of `size`. */
            width?: number | null;
        };
        OpenAiVideoDeleted: {
            /** @enum {boolean} */
            deleted: true;
            id: string;
            /** @enum {string} */
            object: "video.deleted";
        };
        OpenAiVideoList: {
            data: components["schemas"]["OpenAiVideo"][];
            first_id: string | null;
            has_more: boolean;
            last_id: string | null;
            /** @enum {string} */
            object: "list";
        };
        OpenAiVideoRemix: {
            prompt: string;
        };
        OptimizePromptRequest: {
            /** @description BCP 47. Settles what the text leaves open; its script counts before it. */
            language?: string;
            /** @description The video model it is for: decides length, order and vocabulary. */
            model?: string;
            prompt: string;
        };
        OptimizePromptResponse: {
            /** @description Minor units, charged. */
            cost: number;
            /** @description Of both prompts; null when nothing tells. */
            language: string | null;
            optimized_prompt: string;
            /** @description As it was sent, to show a difference or to go back. */
            original_prompt: string;
            /** @description What was found in your prompt and stands in the optimized one. */
            preserved: {
                /** @enum {string} */
                kind: "quote" | "name" | "number";
                text: string;
            }[];
            /**
             * Format: uuid
             * @description In your history.
             */
            prompt_id: string;
            /**
             * @description What answered.
             * @enum {string}
             */
            source: "model" | "rules";
        };
        OverviewOut: {
            /** Format: date-time */
            checked_at: string;
            /** @description Videos, from `first_hour` to the hour that it is. */
            completed_by_hour: number[];
            engines: components["schemas"]["EngineStateOut"][];
            /** @description Of the last hour, the most frequent first. */
            failures: components["schemas"]["FailureCount"][];
            /** Format: date-time */
            first_hour: string;
            health: components["schemas"]["HealthCounts"];
            money: components["schemas"]["MoneyToday"];
            reconciliation: components["schemas"]["ReconciliationState"] | null;
            running: number;
            storage: components["schemas"]["StorageUse"];
            users: components["schemas"]["UserCounts"];
            waiting: components["schemas"]["WaitingOut"][];
        };
        PasswordChanged: {
            /** @description Masked; with confirmation_sent. */
            email?: string;
            /** @description Seconds; with confirmation_sent. */
            expires_in?: number;
            /** @enum {string} */
            status: "changed" | "confirmation_sent";
        };
        PasswordChangeRequest: {
            new_password: string;
            old_password: string;
        };
        PasswordResetRequest: {
            new_password: string;
            /**
             * @description API keys live on unless this is true.
             * @default false
             */
            revoke_api_keys: boolean;
            token: string;
        };
        PasswordWasReset: {
            /** @description Whether signing in needs a second factor. */
            mfa_required: boolean;
            /** @enum {string} */
            status: "ok";
        };
        PendingChanges: {
            email: {
                /** Format: date-time */
                expires_at: string;
                new_email: string;
            } | null;
            password: {
                /** Format: date-time */
                expires_at: string;
            } | null;
        };
        PictureOut: {
            height_px: number;
            /** @description What `image_url` or `last_image_url` of a submission may be. */
            image_key: string;
            width_px: number;
        };
        PingData: {
            /** Format: uuid */
            webhook_id: string;
        };
        PingDelivery: {
            data: components["schemas"]["PingData"];
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "ping";
        };
        PriceComparison: {
            /**
             * Format: date-time
             * @description RFC 3339.
             */
            from: string;
            prices: {
                /** @enum {string} */
                kind: "generate" | "enhance";
                /** @description `*` (default) is for all of them. */
                model?: string;
                /** @description `*` (default) is for all of them. */
                resolution?: string;
                /** @enum {string} */
                unit: "second" | "task";
                /** @description A decimal in minor units, at most 10^9 and 6 places. */
                unit_price: string;
            }[];
            /**
             * Format: date-time
             * @description RFC 3339.
             */
            to: string;
        };
        PriceCreate: {
            /**
             * Format: date-time
             * @description RFC 3339.
             */
            effective_from?: string;
            /** @enum {string} */
            kind: "generate" | "enhance" | "agent";
            /** @description `*` (default) is for all of them. */
            model?: string;
            /** @description `*` (default) is for all of them. */
            resolution?: string;
            /** @enum {string} */
            unit: "second" | "task";
            /** @description A decimal in minor units, at most 10^9 and 6 places. */
            unit_price: string | null;
        };
        PriceListOut: {
            items: components["schemas"]["PriceOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        PriceOut: {
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            created_by: string | null;
            /** Format: date-time */
            effective_from: string;
            /** @enum {string} */
            kind: "generate" | "enhance" | "agent";
            model: string;
            price_id: number;
            resolution: string;
            /** @enum {string} */
            unit: "second" | "task";
            /** @description A decimal in minor units; null is "not for sale". */
            unit_price: string | null;
        };
        ProbeOut: {
            found: {
                message: string;
                /** @description What the text says beside its words, by name. */
                params?: {
                    [key: string]: string | number;
                };
                /** @description Which text it is, for other languages; stable. There may be new ones. */
                text?: string;
            }[];
            /** @description Null when no kind was recognised. */
            kind: string | null;
            problems: {
                message: string;
                /** @description Null when it concerns the whole engine. */
                model: string | null;
                /** @description What the text says beside its words, by name. */
                params?: {
                    [key: string]: string | number;
                };
                remedy: string;
                /** @description Which text it is, for other languages; stable. There may be new ones. */
                text?: string;
            }[];
            /** @description `models` by name and `engine`, which the changes take as they are. Models that there are already are left out. */
            proposal: {
                [key: string]: unknown;
            } | null;
            /** @description What of the proposal is a guess. */
            to_check: {
                message: string;
                /** @description What the text says beside its words, by name. */
                params?: {
                    [key: string]: string | number;
                };
                /** @description Which text it is, for other languages; stable. There may be new ones. */
                text?: string;
            }[];
            version: string | null;
        };
        ProbeRequest: {
            /**
             * @description How the secret is sent. Default: bearer.
             * @enum {string}
             */
            auth?: "bearer" | "basic";
            /**
             * @description Looks for this kind alone.
             * @enum {string}
             */
            kind?: "comfyui" | "sglang" | "vllm-omni" | "fastvideo" | "lightx2v";
            /** @description The key of the server; never shown again. Left out, what is there stays; null removes it. */
            secret?: string | null;
            /** @description Without credentials. */
            url: string;
        };
        ProfileUpdateRequest: {
            nickname: string;
        };
        PromptHelpersOut: {
            optimize: {
                /** @description Minor units, of an answer of the model; those of the rules are free. */
                cost: number;
                /**
                 * @description What is asked first.
                 * @enum {string}
                 */
                source: "model" | "rules";
            };
            tags: {
                /** @description Minor units, of an answer of the model; those of the rules are free. */
                cost: number;
                /**
                 * @description What is asked first.
                 * @enum {string}
                 */
                source: "model" | "rules";
            };
        };
        PromptListOut: {
            items: components["schemas"]["PromptOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        PromptOut: {
            /** Format: date-time */
            created_at: string;
            /** @description The video model it was for. */
            model: string | null;
            optimized_prompt: string;
            original_prompt: string;
            /** Format: uuid */
            prompt_id: string;
            /**
             * @description What answered.
             * @enum {string}
             */
            source: "model" | "rules";
        };
        /** @description A DSSE envelope: the exact bytes that were signed. */
        ProvenanceEnvelope: {
            /** @description The manifest, in base64. */
            payload: string;
            payloadType: string;
            signatures: {
                keyid: string;
                /** @description Ed25519, in base64. */
                sig: string;
            }[];
        };
        ProvenanceKeys: {
            /** @description The first one signs; earlier ones still verify. */
            keys: {
                /** @enum {string} */
                algorithm: "Ed25519";
                key_id: string;
                /** @description PEM. */
                public_key: string;
            }[];
        };
        ProvenanceOut: {
            /** Format: date-time */
            created_at: string;
            /** @description A term of IPTC. */
            digital_source_type: string;
            made_by_ai: boolean;
            model: string;
            producer: string;
            sha256: string;
        };
        ProvenanceVerdict: {
            /** @description What was signed; null where the signature proves nothing. */
            manifest: {
                bytes: number;
                /** Format: date-time */
                created_at: string;
                digital_source_type: string;
                /** @enum {string} */
                engine_kind: "trained_model" | "procedural";
                key_id: string;
                made_by_ai: boolean;
                model: string;
                parent_task_id: string | null;
                producer: string;
                prompt_sha256: string;
                sha256: string;
                task_id: string;
                version: number;
            } | null;
            /** @description Empty when valid. */
            reasons: ("unknown_key" | "signature_invalid" | "not_a_manifest" | "hash_mismatch")[];
            valid: boolean;
        };
        ProvenanceVerify: {
            manifest: components["schemas"]["ProvenanceEnvelope"];
            /** @description Of the file at hand, in hexadecimal. */
            sha256?: string | null;
        };
        PublicConfig: {
            api_key_auth_enabled: boolean;
            currency: string;
            /** @description Decimal places of an amount in minor units. */
            currency_scale: number;
            email_verification_required: boolean;
            password_min_length: number;
            /** @description What this installation is called, 1 to 60 characters. */
            site_name: string;
            topup_enabled: boolean;
        };
        QueueListOut: {
            items: components["schemas"]["AdminQueueOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        QueueOut: {
            /** @description Until it starts; null while nobody can take it. */
            estimated_seconds: number | null;
            /** @description Its turn among the tasks that compete for its engines: 1 is next. Exact among the first 200 of a model, an estimate behind them. */
            position: number;
            /**
             * @description Why it waits; null when an engine is free for it.
             * @enum {string|null}
             */
            reason: "no_worker" | "engine_starting" | "paused" | "retry_backoff" | "user_limit" | "engine_busy" | null;
        };
        QuoteOut: {
            affordable: boolean;
            /** @description Spendable now. */
            balance: number;
            /** @description Minor units. */
            cost: number;
            currency: string;
            currency_scale: number;
            /** @description What it would cost to enhance the video afterwards; null where that is not for sale. */
            enhance: {
                cost: number | null;
                /** @enum {string} */
                target: "1080p" | "2k";
                /** @enum {string|null} */
                unit: "second" | "task" | null;
                unit_price: string | null;
            }[];
            model: string;
            /** @description Things that the prompt names and the video does not show, in the prompt’s words. Only of the built-in preview, which draws what it has a word for; of a model nobody knows. */
            not_drawn: string[];
            params: {
                aspect_ratio: string;
                /** @description Key of the sound’s upload; may be named again. */
                audio_key: string | null;
                duration_seconds: number;
                fps: number;
                frames: number;
                guidance: number | null;
                height_px: number;
                /** @description Key of the first frame’s upload; may be named again. */
                image_key: string | null;
                last_image_key: string | null;
                /** @enum {string} */
                mode: "text-to-video" | "image-to-video" | "enhance";
                /** @description The model’s own parameters, with the defaults of those that were not given. */
                parameters: {
                    [key: string]: string | number | boolean;
                };
                resolution: string;
                seed: number | null;
                steps: number | null;
                /**
                 * @description Of an enhance sub-task; null otherwise.
                 * @enum {string|null}
                 */
                target: "1080p" | "2k" | null;
                /** @description What made an enhanced video: `onnx`, `ffmpeg` or `comfyui`. */
                upscaler: string | null;
                width_px: number;
            };
            /** @description The row of the price list, or the override, that it comes from. */
            price_source: string;
            quantity: number;
            queue: components["schemas"]["QueueOut"];
            /** @enum {string} */
            unit: "second" | "task";
            /** @description A decimal in minor units. */
            unit_price: string;
        };
        ReconciliationOut: {
            /** Format: date-time */
            checked_at: string;
            checks: {
                /** @description 0 when all is well. */
                R1: number;
                /** @description 0 when all is well. */
                R2: number;
                /** @description 0 when all is well. */
                R3: number;
                /** @description 0 when all is well. */
                R4: number;
                /** @description 0 when all is well. */
                R5: number;
                /** @description 0 when all is well. */
                R6: number;
                /** @description 0 when all is well. */
                R7: number;
                /** @description 0 when all is well. */
                R8: number;
            };
            is_clean: boolean;
        };
        ReconciliationState: {
            /** Format: date-time */
            checked_at: string;
            is_clean: boolean;
        };
        RecoveryCodes: {
            /** @description Shown this once. */
            recovery_codes: string[];
        };
        RecoveryCodesRequest: {
            /** @description Six digits; spaces do not matter. */
            code: string;
            password: string;
        };
        RefreshRequest: {
            refresh_token: string;
        };
        RefundOut: {
            charged: number;
            currency: string;
            /** @description All refunds of this task together. */
            refunded: number;
            task_id: string;
            /** Format: uuid */
            transaction_id: string;
            /** Format: uuid */
            user_id: string;
        };
        RefundRequest: {
            /** @description Minor units. */
            amount: number;
            reason: string;
        };
        RegisterRequest: {
            /** Format: email */
            email: string;
            invite_code?: string | null;
            nickname?: string | null;
            password: string;
            /**
             * @description both: tokens in the body and a cookie; cookie: no tokens in the body; token: no cookie.
             * @enum {string}
             */
            session_mode?: "both" | "cookie" | "token";
        };
        /** @description What made it (`upscaler`), and `quality`: the facts of both files, and how near the result, made small again, is to its source. */
        ReportOut: {
            [key: string]: unknown;
        };
        ResolvedPrice: {
            for_sale: boolean;
            /** @description `price:{price_id}` or `override:{key}`. */
            source: string | null;
            /** @enum {string|null} */
            unit: "second" | "task" | null;
            unit_price: string | null;
        };
        RoleRequest: {
            /** @enum {string} */
            role: "user" | "admin";
        };
        SessionListOut: {
            items: components["schemas"]["SessionOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        SessionOut: {
            /** Format: date-time */
            created_at: string;
            /** @description Whether this is the session that asks. */
            current: boolean;
            /** @description A short label, guessed from the user agent. */
            device: string;
            /** Format: date-time */
            expires_at: string;
            ip: string | null;
            /** Format: date-time */
            last_seen_at: string;
            mfa: boolean;
            /** Format: uuid */
            session_id: string;
            /** @enum {string} */
            session_mode: "both" | "cookie" | "token";
            user_agent: string | null;
        };
        SettingsOut: {
            api_key_auth_enabled: boolean;
            email_verification_required: boolean;
            /** @description Seconds after which a task that still waits is a problem. */
            longest_wait_s: number;
            /** @description Unit prices by `kind.resolution` or `kind.model.resolution`. */
            price_overrides: {
                [key: string]: {
                    /** @enum {unknown} */
                    unit?: "second" | "task";
                    unit_price?: string;
                };
            };
            /** @description What holds instead of a limit’s own values, by its name: `GET /api/v1/admin/limits`. */
            rate_limits: {
                [key: string]: {
                    per_s?: number;
                    points?: number;
                };
            };
            registration_enabled: boolean;
            site_name: string;
            /** @description What the videos of one user may take; 0 for no bound. */
            storage_quota_bytes: number;
            /** @description Which of them were changed online; the others are as the environment says. */
            stored: {
                /** @enum {string} */
                key: "site_name" | "api_key_auth_enabled" | "registration_enabled" | "topup_enabled" | "email_verification_required" | "price_overrides" | "rate_limits" | "storage_quota_bytes" | "longest_wait_s";
                /** Format: date-time */
                updated_at: string;
                /** Format: uuid */
                updated_by: string | null;
            }[];
            topup_enabled: boolean;
        };
        SetupCheck: {
            /** @description From the link that the server printed. */
            token: string;
        };
        SetupLinkState: {
            /** Format: date-time */
            expires_at: string;
        };
        SetupRequest: {
            /** Format: email */
            email: string;
            nickname?: string | null;
            password: string;
            /**
             * @description both: tokens in the body and a cookie; cookie: no tokens in the body; token: no cookie.
             * @enum {string}
             */
            session_mode?: "both" | "cookie" | "token";
            /** @description What this installation is called; left out, Clipwright. */
            site_name?: string | null;
            /** @description From the link that the server printed. */
            token: string;
        };
        SetupState: {
            /** @description Nobody has ever been an administrator here. */
            is_open: boolean;
        };
        SlotListOut: {
            items: components["schemas"]["SlotOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        SlotOut: {
            engine: string;
            /** @description Its task has ended or runs elsewhere, but the engine is not known to be done. */
            is_draining: boolean;
            loaded_model: string | null;
            models: string[];
            owner: string;
            slot: number;
            /** Format: date-time */
            taken_at: string | null;
            task_id: string | null;
        };
        StarPromptRequest: {
            prompt: string;
        };
        StarredPromptListOut: {
            items: components["schemas"]["StarredPromptOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        StarredPromptOut: {
            /** Format: date-time */
            created_at: string;
            prompt: string;
            /** Format: uuid */
            starred_id: string;
        };
        StatusOk: {
            /** @enum {string} */
            status: "ok";
        };
        StorageOut: {
            /** @description From there on, submissions are refused; null for no bound. */
            quota_bytes: number | null;
            /** @description Of videos that are not deleted; null for an hour after an upgrade, until they were counted. */
            stored_bytes: number | null;
        };
        StorageUse: {
            disk: components["schemas"]["DiskSpace"] | null;
            /** @enum {string} */
            kind: "disk" | "bucket";
            /** @description Videos; a bucket does not tell how full it is. */
            stored_last_24_h_bytes: number;
        };
        TakenOut: {
            /** @description The ids of these tasks. */
            handed_back: string[];
        };
        TakeOutRequest: {
            /**
             * @description Whether what it computes now waits again, for other engines, instead of ending there.
             * @default false
             */
            hand_back: boolean;
        };
        TaskCompletedDelivery: {
            data: components["schemas"]["TaskEventData"];
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "task.completed";
        };
        TaskCreate: {
            aspect_ratio?: string;
            /** @description The sound that the video is made to, where the model takes one: an https URL, which is fetched at once, or the key of an upload. A longer one is cut where the video ends, a shorter one is followed by silence. */
            audio_url?: string | null;
            duration_seconds?: number;
            /** @description Guidance scale. */
            guidance?: number | null;
            /** @description The first frame: an https URL, which is fetched at once, or the key of an upload. */
            image_url?: string | null;
            /** @description The last frame, likewise, where the model takes one. */
            last_image_url?: string | null;
            /** @description Default: the first model on offer. */
            model?: string;
            negative_prompt?: string | null;
            /** @description What an optimized prompt was made from; kept with the task. */
            original_prompt?: string | null;
            /** @description Parameters of the model’s own, by name: those that its JSON Schema has under `parameters`. They do not change the price. */
            parameters?: {
                [key: string]: string | number | boolean;
            } | null;
            /** @description A video of yours that this one goes on from, such as from its last frame; its lineage shows it. */
            parent_task_id?: string | null;
            /** @description Among your own waiting tasks: higher is earlier. Nobody else is passed. Default 0. */
            priority?: number;
            prompt: string;
            resolution?: string;
            seed?: number | null;
            /** @description Sampling steps. */
            steps?: number | null;
        };
        TaskDeletedDelivery: {
            data: components["schemas"]["TaskEventData"];
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "task.deleted";
        };
        /** @description A task after a change: `data` of its event, as JSON on one line. */
        TaskEventData: {
            /** @description 0 before the first. */
            attempt: number;
            /** Format: date-time */
            completed_at: string | null;
            cost: number;
            /** @enum {string} */
            cost_status: "held" | "charged" | "released" | "free";
            /** Format: date-time */
            created_at: string;
            download_url: string | null;
            error: {
                code: string;
                message: string;
            } | null;
            model: string;
            parent_task_id: string | null;
            progress: number | null;
            /** @description Object key of the stored video. */
            result_url: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            task_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        TaskFailedDelivery: {
            data: components["schemas"]["TaskEventData"];
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "task.failed";
        };
        TaskIds: {
            task_ids: string[];
        };
        TaskListOut: {
            items: components["schemas"]["TaskOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        TaskOut: {
            /** Format: date-time */
            completed_at: string | null;
            cost: number;
            /** @enum {string} */
            cost_status: "held" | "charged" | "released" | "free";
            /** Format: date-time */
            created_at: string;
            download_url: string | null;
            enhance_task_id: string | null;
            error: {
                code: string;
                message: string;
            } | null;
            /** @description The stored video as it is; null before it is there, and for older ones. */
            media: {
                /** @description Of the mp4. */
                bytes: number;
                duration_s: number;
                fps: number;
                frames: number;
                has_audio: boolean;
                height_px: number;
                poster_url: string | null;
                preview_url: string | null;
                /** @description Of the mp4, in hexadecimal. */
                sha256: string;
                /** @description Pictures of the whole video on one sheet, row by row. */
                sprite: {
                    columns: number;
                    height_px: number;
                    rows: number;
                    /** @description How much of the video a cell stands for. */
                    seconds_each: number;
                    url: string;
                    /** @description Of one cell. */
                    width_px: number;
                } | null;
                width_px: number;
            } | null;
            model: string;
            negative_prompt: string | null;
            /** @description Things that the prompt names and the video does not show, in the prompt’s words. Only of the built-in preview, which draws what it has a word for; of a model nobody knows. */
            not_drawn?: string[];
            /** @description What the prompt was before it was optimized. */
            original_prompt: string | null;
            params: {
                aspect_ratio: string;
                /** @description Key of the sound’s upload; may be named again. */
                audio_key: string | null;
                duration_seconds: number;
                fps: number;
                frames: number;
                guidance: number | null;
                height_px: number;
                /** @description Key of the first frame’s upload; may be named again. */
                image_key: string | null;
                last_image_key: string | null;
                /** @enum {string} */
                mode: "text-to-video" | "image-to-video" | "enhance";
                /** @description The model’s own parameters, with the defaults of those that were not given. */
                parameters: {
                    [key: string]: string | number | boolean;
                };
                resolution: string;
                seed: number;
                steps: number | null;
                /**
                 * @description Of an enhance sub-task; null otherwise.
                 * @enum {string|null}
                 */
                target: "1080p" | "2k" | null;
                /** @description What made an enhanced video: `onnx`, `ffmpeg` or `comfyui`. */
                upscaler: string | null;
                width_px: number;
            };
            parent_task_id: string | null;
            priority: number;
            progress: number | null;
            prompt: string | null;
            queue: components["schemas"]["QueueOut"] | null;
            /** @description Object key of the stored video. */
            result_url: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            task_id: string;
            /** Format: date-time */
            updated_at: string;
        };
        TaskProgressDelivery: {
            data: components["schemas"]["TaskEventData"];
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "task.progress";
        };
        TaskQueuedDelivery: {
            data: components["schemas"]["TaskEventData"];
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "task.queued";
        };
        TaskRequeuedDelivery: {
            data: components["schemas"]["TaskEventData"];
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "task.requeued";
        };
        TaskRestoredDelivery: {
            data: components["schemas"]["TaskEventData"];
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "task.restored";
        };
        TaskRunningDelivery: {
            data: components["schemas"]["TaskEventData"];
            /** Format: date-time */
            timestamp: string;
            /** @enum {string} */
            type: "task.running";
        };
        TasksDone: {
            done: string[];
            refused: {
                /** @description The code that a call for this one alone would have. */
                code: string;
                detail: string;
                task_id: string;
            }[];
        };
        TestMailOut: {
            /**
             * @description The mail server took it.
             * @enum {string}
             */
            status: "sent";
            /** @description Your own address. */
            to: string;
        };
        /** @description Tokens are null for session_mode cookie. */
        TokenPair: {
            access_token: string | null;
            /** @description Seconds the access token lives. */
            expires_in: number | null;
            /** @description Seconds the refresh token lives. */
            refresh_expires_in: number | null;
            refresh_token: string | null;
            /** Format: uuid */
            session_id: string;
            /** @enum {string} */
            token_type: "bearer";
        };
        TopupRequest: {
            /** @description Minor units. */
            amount: number;
        };
        TotpConfirmRequest: {
            /** @description Six digits; spaces do not matter. */
            code: string;
        };
        TotpDisabled: {
            /** @enum {boolean} */
            enabled: false;
        };
        TotpDisableRequest: {
            /** @description Six digits; spaces do not matter. */
            code?: string | null;
            password: string;
            /** @description Ten letters and digits; hyphens, spaces and case do not matter. */
            recovery_code?: string | null;
        };
        TotpSetup: {
            /** @description Seconds to confirm it. */
            expires_in: number;
            /** @description For a QR code. */
            otpauth_url: string;
            /** @description 32 characters of base32. */
            secret: string;
        };
        TotpSetupRequest: {
            password: string;
        };
        TransactionListOut: {
            items: components["schemas"]["TransactionOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        TransactionOut: {
            /** @description Signed, in minor units. */
            amount: number;
            /** @description Spendable balance right after it. */
            balance_after: number;
            /** Format: date-time */
            created_at: string;
            description: string | null;
            /** @enum {string} */
            status: "pending" | "settled" | "reversed";
            task_id: string | null;
            /** Format: uuid */
            transaction_id: string;
            /** @enum {string} */
            type: "topup" | "signup_bonus" | "task_charge" | "task_refund" | "adjustment";
        };
        TryOut: {
            model: string;
            task_id: string;
        };
        TryRequest: {
            /** @description Of the engine. Default: its first that makes a video of words. */
            model?: string;
            /** @description Default: a calm sea at sunset. */
            prompt?: string;
        };
        UploadOut: {
            /** Format: date-time */
            expires_at: string;
            expires_in: number;
            headers: {
                [key: string]: string;
            };
            /** @description What `image_url` or `last_image_url` of a submission may be. */
            image_key: string;
            max_bytes: number;
            /** @enum {string} */
            method: "PUT";
            upload_url: string;
        };
        UploadRequest: {
            content_length?: number;
            /** @enum {string} */
            content_type: "image/png" | "image/jpeg" | "image/webp";
        };
        UsageOut: {
            currency: string;
            currency_scale: number;
            from: string;
            items: {
                day: string;
                /** @description Null for what was not a video, such as a prompt helper. */
                model: string | null;
                /** @description Charges less refunds, in minor units; may be negative. */
                spent: number;
                /** @description How many were paid for. */
                videos: number;
            }[];
            time_zone: string;
            to: string;
            /** @description The day that it is there. */
            today: string;
            /** @description In minor units. */
            total: number;
        };
        UsedPromptListOut: {
            items: components["schemas"]["UsedPromptOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        UsedPromptOut: {
            /** Format: date-time */
            last_used_at: string;
            prompt: string;
            /**
             * Format: uuid
             * @description Null where it is not starred.
             */
            starred_id: string | null;
            /** @description In how many of them. */
            used_count: number;
        };
        UserCounts: {
            /** @description Since midnight in UTC. */
            new_today: number;
            /** @description Counted up to 10,000. */
            total: number;
        };
        UserOut: {
            api_access_enabled: boolean;
            /** @description The name that it was uploaded under: `avatars/{user_id}.{ext}`. */
            avatar: string | null;
            avatar_url: string | null;
            /** @description Spendable now, in minor units. */
            balance: number;
            /** @description Reserved by tasks that have not ended. */
            balance_held: number;
            /** Format: date-time */
            created_at: string;
            currency: string;
            currency_scale: number;
            email: string;
            email_verified: boolean;
            mfa_enabled: boolean;
            nickname: string;
            /** @enum {string} */
            role: "user" | "admin";
            /** Format: date-time */
            updated_at: string;
            /** Format: uuid */
            user_id: string;
        };
        /** @description A mail was sent. The same for a new, an unconfirmed and a registered address. */
        VerificationRequired: {
            email: string;
            message: string;
            /** @description Seconds until another mail can be asked for. */
            resend_available_in: number;
            /** @enum {boolean} */
            verification_required: true;
        };
        VideoSeconds: {
            last_7_days: number;
            last_24_h: number;
        };
        WaitingOut: {
            is_paused: boolean;
            model: string;
            oldest_wait_s: number;
            /** @description Counted up to 10,000. */
            tasks: number;
        };
        WebhookChange: {
            description?: string;
            enabled?: boolean;
            /** @description Default: `task.completed` and `task.failed`. */
            event_types?: ("task.queued" | "task.running" | "task.progress" | "task.requeued" | "task.completed" | "task.failed" | "task.deleted" | "task.restored")[];
            /** @description https, at a public address. */
            url?: string;
        };
        WebhookCreate: {
            description?: string;
            enabled?: boolean;
            /** @description Default: `task.completed` and `task.failed`. */
            event_types?: ("task.queued" | "task.running" | "task.progress" | "task.requeued" | "task.completed" | "task.failed" | "task.deleted" | "task.restored")[];
            /**
             * @description What deliveries look like: `standard` (default), or `openai`, whose `video.completed` and `video.failed` are `task.completed` and `task.failed`, and the only ones. It can’t be changed later.
             * @enum {string}
             */
            format?: "standard" | "openai";
            /** @description https, at a public address. */
            url: string;
        };
        WebhookListOut: {
            items: components["schemas"]["WebhookOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        WebhookOut: {
            /** Format: date-time */
            created_at: string;
            description: string;
            /** Format: date-time */
            disabled_at: string | null;
            /**
             * @description `gone`: it answered 410. `failing`: it took nothing for five days.
             * @enum {string|null}
             */
            disabled_by: "owner" | "gone" | "failing" | null;
            enabled: boolean;
            event_types: ("task.queued" | "task.running" | "task.progress" | "task.requeued" | "task.completed" | "task.failed" | "task.deleted" | "task.restored")[];
            /** Format: date-time */
            failing_since: string | null;
            /** @enum {string} */
            format: "standard" | "openai";
            /** Format: date-time */
            previous_secret_until: string | null;
            /** Format: date-time */
            updated_at: string;
            url: string;
            /** Format: uuid */
            webhook_id: string;
        };
        WebhookWithSecret: {
            /** Format: date-time */
            created_at: string;
            description: string;
            /** Format: date-time */
            disabled_at: string | null;
            /**
             * @description `gone`: it answered 410. `failing`: it took nothing for five days.
             * @enum {string|null}
             */
            disabled_by: "owner" | "gone" | "failing" | null;
            enabled: boolean;
            event_types: ("task.queued" | "task.running" | "task.progress" | "task.requeued" | "task.completed" | "task.failed" | "task.deleted" | "task.restored")[];
            /** Format: date-time */
            failing_since: string | null;
            /** @enum {string} */
            format: "standard" | "openai";
            /** Format: date-time */
            previous_secret_until: string | null;
            /** @description What deliveries are signed with: shown this once. */
            secret: string;
            /** Format: date-time */
            updated_at: string;
            url: string;
            /** Format: uuid */
            webhook_id: string;
        };
        WeightRequest: {
            /** @description Share of the queue; 1 is the usual one. */
            weight: number;
        };
        WithOneMore: {
            /** @description As they would have waited on those there are. How far it is from what was measured says how good the estimate is. */
            replayed_p95_s: number;
            slots: number;
            /** @description As the same tasks would have waited on so many slots. */
            wait_p95_s: number;
        };
        WorkerListOut: {
            items: components["schemas"]["WorkerOut"][];
            page: number;
            page_size: number;
            /** @description How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one. */
            total: number;
        };
        WorkerOut: {
            /** Format: date-time */
            draining_since: string | null;
            host: string;
            /** @description Heard of within 20 seconds. */
            is_alive: boolean;
            pid: number;
            /** Format: date-time */
            seen_at: string;
            /** @description Of engines that only this worker has. */
            slots: {
                engine: string;
                /** @description Its task has ended or runs elsewhere, but the engine is not known to be done. */
                is_draining: boolean;
                loaded_model: string | null;
                models: string[];
                slot: number;
                /** Format: date-time */
                taken_at: string | null;
                task_id: string | null;
            }[];
            /** Format: date-time */
            started_at: string;
            /** @description What it runs now. */
            task_ids: string[];
            version: string;
            worker_id: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    adminDisableApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "asked for by mail"
                 *     }
                 */
                "application/json": components["schemas"]["AdminReason"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminEnableApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListAuditEvents: {
        parameters: {
            query?: {
                actor?: string;
                /** @description The `next_cursor` or `previous_cursor` of a page: goes on from there at any depth. `page` then counts for nothing. */
                cursor?: string;
                event?: string;
                /** @description RFC 3339. */
                from?: string;
                page?: number;
                page_size?: number;
                subject?: string;
                /** @description RFC 3339. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminGetCapacity: {
        parameters: {
            query?: {
                /** @description An unknown one matches nothing. Default: all. */
                model?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapacityOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListSlots: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlotListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListEngines: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminPauseEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["TakeOutRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminResumeEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminGetHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminGetInventory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminPutEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entry": {},
                 *       "version": 0
                 *     }
                 */
                "application/json": components["schemas"]["InventoryEngineChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminRemoveEngine: {
        parameters: {
            query?: {
                /** @description The version that was read; without it, whichever is the newest counts. */
                version?: number;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminCheckEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineAnswerOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminTryEngine: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["TryRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TryOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminPutGraph: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "graph": {},
                 *       "version": 0
                 *     }
                 */
                "application/json": components["schemas"]["InventoryGraphChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminRemoveGraph: {
        parameters: {
            query?: {
                /** @description The version that was read; without it, whichever is the newest counts. */
                version?: number;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminPutModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entry": {},
                 *       "version": 0
                 *     }
                 */
                "application/json": components["schemas"]["InventoryModelChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminRemoveModel: {
        parameters: {
            query?: {
                /** @description The version that was read; without it, whichever is the newest counts. */
                version?: number;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminProbeServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.org/hook"
                 *     }
                 */
                "application/json": components["schemas"]["ProbeRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProbeOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListInviteCodes: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminCreateInviteCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bonus": 500
                 *     }
                 */
                "application/json": components["schemas"]["InviteCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteCreated"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminDisableInviteCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invite_code_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminReconcile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListLedger: {
        parameters: {
            query?: {
                /** @description The `next_cursor` or `previous_cursor` of a page: goes on from there at any depth. `page` then counts for nothing. */
                cursor?: string;
                /** @description RFC 3339. */
                from?: string;
                page?: number;
                page_size?: number;
                /** @description RFC 3339. */
                to?: string;
                type?: "topup" | "signup_bonus" | "hold" | "capture" | "release" | "refund" | "adjustment" | "charge";
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminExportLedger: {
        parameters: {
            query?: {
                /** @description RFC 3339. */
                from?: string;
                /** @description RFC 3339. */
                to?: string;
                type?: "topup" | "signup_bonus" | "hold" | "capture" | "release" | "refund" | "adjustment" | "charge";
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV (RFC 4180) in UTF-8 with a header line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminGetOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListPrices: {
        parameters: {
            query?: {
                kind?: "generate" | "enhance" | "agent";
                model?: string;
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminAddPrice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "generate",
                 *       "unit": "second",
                 *       "unit_price": "10"
                 *     }
                 */
                "application/json": components["schemas"]["PriceCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminComparePrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-11-01T00:00:00Z",
                 *       "to": "2026-12-01T00:00:00Z",
                 *       "prices": [
                 *         {
                 *           "kind": "generate",
                 *           "unit": "second",
                 *           "unit_price": "10"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PriceComparison"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparedPrices"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminResolvePrice: {
        parameters: {
            query: {
                /** @description RFC 3339. */
                at?: string;
                kind: "generate" | "enhance" | "agent";
                model: string;
                resolution: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolvedPrice"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListQueues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminPauseQueue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                model: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminResumeQueue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                model: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminGetSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminChangeSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description New values by setting; null goes back to what the environment says. */
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListTasks: {
        parameters: {
            query?: {
                /** @description The `next_cursor` or `previous_cursor` of a page: goes on from there at any depth. `page` then counts for nothing. */
                cursor?: string;
                /** @description RFC 3339. */
                from?: string;
                model?: string;
                page?: number;
                page_size?: number;
                /** @description Unknown values match nothing. */
                status?: string;
                /** @description RFC 3339. */
                to?: string;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminTaskListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminGetTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminTaskDetail"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminFailTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "asked for by mail"
                 *     }
                 */
                "application/json": components["schemas"]["AdminReason"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminRefundTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1000,
                 *       "reason": "asked for by mail"
                 *     }
                 */
                "application/json": components["schemas"]["RefundRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminSendTestMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestMailOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListUsers: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                /** @description Part of an address or a nickname, or a user id. */
                query?: string;
                role?: "user" | "admin";
                status?: "active" | "disabled" | "deleting";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminGetUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserDetail"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminAdjustBalance: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1000,
                 *       "reason": "asked for by mail"
                 *     }
                 */
                "application/json": components["schemas"]["AdjustRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminSetApiAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["ApiAccessRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserDetail"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminDisableUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "asked for by mail"
                 *     }
                 */
                "application/json": components["schemas"]["AdminReason"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserDetail"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminEnableUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserDetail"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminResetMfa: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "asked for by mail"
                 *     }
                 */
                "application/json": components["schemas"]["AdminReason"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserDetail"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminSendPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminSetQueueWeight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "weight": 2
                 *     }
                 */
                "application/json": components["schemas"]["WeightRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserDetail"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminChangeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "user"
                 *     }
                 */
                "application/json": components["schemas"]["RoleRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserDetail"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminRevokeSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Sessions that were open. */
                        revoked: number;
                    };
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminUnlockUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserDetail"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminListWorkers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkerListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminDrainWorker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                worker_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    adminResumeWorker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                worker_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getPromptHelpers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptHelpersOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    generateTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description A prompt, a title, or both. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "A balloon at sunset",
                 *       "max_tags": 5
                 *     }
                 */
                "application/json": components["schemas"]["GenerateTagsRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateTagsResponse"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    optimizePrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "a red balloon drifts over a calm sea at sunset"
                 *     }
                 */
                "application/json": components["schemas"]["OptimizePromptRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptimizePromptResponse"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    confirmChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI"
                 *     }
                 */
                "application/json": components["schemas"]["MailTokenRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusOk"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    confirmEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI"
                 *     }
                 */
                "application/json": components["schemas"]["MailTokenRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusOk"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "you@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["AddressRequest"];
            };
        };
        responses: {
            /** @description The same whether or not the address has an account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailRequested"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "you@example.org",
                 *       "password": "a long one of yours"
                 *     }
                 */
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginSuccess"] | components["schemas"]["MfaChallenge"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "svrt_…"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshRequest"] | null;
            };
        };
        responses: {
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    passMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description With `code` or `recovery_code`. `session_mode` is that of the login unless given. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mfa_token": "svmf_…",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["MfaConfirmRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MfaLoginSuccess"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    refreshTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "svrt_…"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Tokens are null for session_mode cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPair"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "you@example.org",
                 *       "password": "a long one of yours"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPair"] | components["schemas"]["VerificationRequired"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resendVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "you@example.org"
                 *     }
                 */
                "application/json": components["schemas"]["AddressRequest"];
            };
        };
        responses: {
            /** @description The same whether or not the address has an account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailRequested"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI",
                 *       "new_password": "quite another long one"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordWasReset"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    undoDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI"
                 *     }
                 */
                "application/json": components["schemas"]["MailTokenRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                    };
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    undoEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI"
                 *     }
                 */
                "application/json": components["schemas"]["MailTokenRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusOk"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailVerified"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicConfig"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    watchEvents: {
        parameters: {
            query?: {
                /** @description Goes on after this event. The header Last-Event-ID counts before it. */
                last_event_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events: `event` is the type, `id` the number, `data` the task. task.live has no number, and a LivePictureData. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["TaskEventData"] | components["schemas"]["LivePictureData"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "first steps"
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyCreated"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    completeAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "object_key": "avatars/1b4e28ba-2fa1-41d2-883f-0016d3cca427.webp"
                 *     }
                 */
                "application/json": components["schemas"]["AvatarCompleteRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    presignAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content_type": "image/png"
                 *     }
                 */
                "application/json": components["schemas"]["AvatarPresignRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarPresignOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putAvatar: {
        parameters: {
            query: {
                object_key: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example text */
                "image/jpeg": string;
                /** @example text */
                "image/png": string;
                /** @example text */
                "image/webp": string;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvatarPutOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a long one of yours"
                 *     }
                 */
                "application/json": components["schemas"]["AccountDeletionRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        deletion_at: string;
                    };
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    changeEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "new_email": "new@example.org",
                 *       "password": "a long one of yours"
                 *     }
                 */
                "application/json": components["schemas"]["EmailChangeRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailChangeRequested"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getMfa: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MfaOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a long one of yours",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["RecoveryCodesRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["TotpConfirmRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a long one of yours",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["TotpDisableRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpDisabled"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    setUpTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "a long one of yours"
                 *     }
                 */
                "application/json": components["schemas"]["TotpSetupRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSetup"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "old_password": "a long one of yours",
                 *       "new_password": "quite another long one"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChangeRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordChanged"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            423: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listPendingChanges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingChanges"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "nickname": "Ann"
                 *     }
                 */
                "application/json": components["schemas"]["ProfileUpdateRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listPrompts: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deletePrompts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deletePrompt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prompt_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listStarredPrompts: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                /** @description Words that a prompt has in it, all of them, in any case. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StarredPromptListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    starPrompt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "a red balloon drifts over a calm sea at sunset"
                 *     }
                 */
                "application/json": components["schemas"]["StarPromptRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StarredPromptOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    unstarPrompt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                starred_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listUsedPrompts: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                /** @description Words that a prompt has in it, all of them, in any case. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsedPromptListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    revokeOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        revoked: number;
                    };
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getStorage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    topUp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1000
                 *     }
                 */
                "application/json": components["schemas"]["TopupRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description RFC 3339. */
                from?: string;
                page?: number;
                page_size?: number;
                /** @description RFC 3339. */
                to?: string;
                type?: "topup" | "signup_bonus" | "task_charge" | "task_refund" | "adjustment";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    exportTransactions: {
        parameters: {
            query?: {
                /** @description RFC 3339. */
                from?: string;
                /** @description RFC 3339. */
                to?: string;
                type?: "topup" | "signup_bonus" | "task_charge" | "task_refund" | "adjustment";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV (RFC 4180) in UTF-8 with a header line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    sumUsage: {
        parameters: {
            query?: {
                /** @description The first day, `YYYY-MM-DD`. Default: 29 days before the last one. */
                from?: string;
                /** @description Whose days; an IANA name. Default: `UTC`. */
                time_zone?: string;
                /** @description The last day, which counts too. Default: today. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.org/hook"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_types": [
                 *         "task.completed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                status?: "waiting" | "delivered" | "failed";
            };
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    redeliverToWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery_id: string;
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    findProvenance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvenanceOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listProvenanceKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvenanceKeys"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    verifyProvenance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "manifest": {
                 *         "payloadType": "application/vnd.in-toto+json",
                 *         "payload": "eyJ9",
                 *         "signatures": [
                 *           {
                 *             "keyid": "1",
                 *             "sig": "MEUCIQ=="
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProvenanceVerify"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvenanceVerdict"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getResult: {
        parameters: {
            query?: {
                /** @description With `false` the video itself is the answer, whole: for pages that the rules of the storage do not let read it. */
                redirect?: "true" | "false";
            };
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description A part of it. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description No body. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupState"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    setUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI",
                 *       "email": "you@example.org",
                 *       "password": "a long one of yours"
                 *     }
                 */
                "application/json": components["schemas"]["SetupRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginSuccess"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    checkSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "_7oAadvyA_bQOnboS05kqTJ0yU8d4YosA6SQF56MREI"
                 *     }
                 */
                "application/json": components["schemas"]["SetupCheck"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupLinkState"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listTasksAlias: {
        parameters: {
            query?: {
                /** @description `16:9` */
                aspect_ratio?: string;
                /** @description RFC 3339; inclusive. */
                created_from?: string;
                /** @description RFC 3339; exclusive. */
                created_to?: string;
                /** @description Only enhanced versions of other videos, or none of them. */
                enhanced?: "true" | "false";
                model?: string;
                page?: number;
                page_size?: number;
                /** @description Words of the prompt: all of them, in any order, each of which may be the beginning of a longer one. Of Chinese any part. */
                q?: string;
                /** @description As `params` has it: `480p`. */
                resolution?: string;
                /** @description Unknown values match nothing. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getTaskAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteTaskAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listAttemptsAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    cancelTaskAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    enhanceTaskAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "target": "1080p"
                 *     }
                 */
                "application/json": components["schemas"]["EnhanceRequest"] | null;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateResponse"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    watchTaskAlias: {
        parameters: {
            query?: {
                /** @description Goes on after this event. The header Last-Event-ID counts before it. */
                last_event_id?: number;
            };
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events: `event` is the type, `id` the number, `data` the task. task.live has no number, and a LivePictureData. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["TaskEventData"] | components["schemas"]["LivePictureData"];
                };
            };
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getLineageAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LineageOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getLivePictureAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getPosterAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getPreviewAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getProvenanceAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A DSSE envelope: the exact bytes that were signed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvenanceEnvelope"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getReportAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What made it (`upscaler`), and `quality`: the facts of both files, and how near the result, made small again, is to its source. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    restoreTaskAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    retryTaskAlias: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateResponse"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSpriteAlias: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteTasksAlias: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "task_ids": [
                 *         "text"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TaskIds"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TasksDone"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    restoreTasksAlias: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "task_ids": [
                 *         "text"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TaskIds"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TasksDone"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description `16:9` */
                aspect_ratio?: string;
                /** @description RFC 3339; inclusive. */
                created_from?: string;
                /** @description RFC 3339; exclusive. */
                created_to?: string;
                /** @description Only enhanced versions of other videos, or none of them. */
                enhanced?: "true" | "false";
                model?: string;
                page?: number;
                page_size?: number;
                /** @description Words of the prompt: all of them, in any order, each of which may be the beginning of a longer one. Of Chinese any part. */
                q?: string;
                /** @description As `params` has it: `480p`. */
                resolution?: string;
                /** @description Unknown values match nothing. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    listAttempts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptListOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    cancelTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    enhanceTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "target": "1080p"
                 *     }
                 */
                "application/json": components["schemas"]["EnhanceRequest"] | null;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateResponse"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    watchTask: {
        parameters: {
            query?: {
                /** @description Goes on after this event. The header Last-Event-ID counts before it. */
                last_event_id?: number;
            };
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events: `event` is the type, `id` the number, `data` the task. task.live has no number, and a LivePictureData. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["TaskEventData"] | components["schemas"]["LivePictureData"];
                };
            };
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getLineage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LineageOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getLivePicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description No body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description No body. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getPoster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getPreview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getProvenance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A DSSE envelope: the exact bytes that were signed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvenanceEnvelope"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What made it (`upscaler`), and `quality`: the facts of both files, and how near the result, made small again, is to its source. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    restoreTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    retryTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateResponse"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getSprite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    deleteTasks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "task_ids": [
                 *         "text"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TaskIds"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TasksDone"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    restoreTasks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "task_ids": [
                 *         "text"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["TaskIds"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TasksDone"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content_type": "image/png"
                 *     }
                 */
                "application/json": components["schemas"]["UploadRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    createAudioUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content_type": "audio/wav"
                 *     }
                 */
                "application/json": components["schemas"]["AudioUploadRequest"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudioUploadOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putAudioUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example text */
                "audio/aac": string;
                /** @example text */
                "audio/flac": string;
                /** @example text */
                "audio/mp4": string;
                /** @example text */
                "audio/mpeg": string;
                /** @example text */
                "audio/ogg": string;
                /** @example text */
                "audio/wav": string;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AudioOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    putUpload: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example text */
                "image/jpeg": string;
                /** @example text */
                "image/png": string;
                /** @example text */
                "image/webp": string;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PictureOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    getAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No body. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    generateVideo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "a red balloon drifts over a calm sea at sunset",
                 *       "duration_seconds": 4,
                 *       "resolution": "480p"
                 *     }
                 */
                "application/json": components["schemas"]["TaskCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerateResponse"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    quoteVideo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "a red balloon drifts over a calm sea at sunset",
                 *       "duration_seconds": 4,
                 *       "resolution": "480p"
                 *     }
                 */
                "application/json": components["schemas"]["TaskCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteOut"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HTTPValidationError"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description An error; `code` is stable, `detail` is for people. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    openaiListModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiModelList"];
                };
            };
            /** @description Default Response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
        };
    };
    openaiGetModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                model: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiModel"];
                };
            };
            /** @description Default Response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
        };
    };
    openaiListVideos: {
        parameters: {
            query?: {
                /** @description The id of the last video of the page before. */
                after?: string;
                limit?: number;
                /** @description By creation. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiVideoList"];
                };
            };
            /** @description Default Response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
        };
    };
    openaiCreateVideo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "a red balloon drifts over a calm sea at sunset"
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiVideoCreate"];
                /**
                 * @example {
                 *       "prompt": "a red balloon drifts over a calm sea at sunset"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["OpenAiVideoCreate"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiVideo"];
                };
            };
            /** @description Default Response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
        };
    };
    openaiGetVideo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiVideo"];
                };
            };
            /** @description Default Response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
        };
    };
    openaiDeleteVideo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiVideoDeleted"];
                };
            };
            /** @description Default Response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
        };
    };
    openaiGetVideoContent: {
        parameters: {
            query?: {
                variant?: "video" | "thumbnail" | "spritesheet";
            };
            header?: never;
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                    "video/mp4": string;
                };
            };
            /** @description A part of it. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description Default Response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
        };
    };
    openaiRemixVideo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes repeating safe: within a day the same key with the same body gets the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                task_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "a red balloon drifts over a calm sea at sunset"
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiVideoRemix"];
                /**
                 * @example {
                 *       "prompt": "a red balloon drifts over a calm sea at sunset"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["OpenAiVideoRemix"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiVideo"];
                };
            };
            /** @description Default Response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            431: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
            /** @description Default Response */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAiError"];
                };
            };
        };
    };
    onPing: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same for every try: what tells a repeated delivery.
                 * @example 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11
                 */
                "webhook-id": string;
                /**
                 * @description HMAC-SHA256 of `id.timestamp.body` under the secret, in base64 after `v1,`; two of them after the secret was changed.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970; refuse what is older than five minutes.
                 * @example 1767225600
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PingDelivery"];
            };
        };
        responses: {
            /** @description It has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same for every try: what tells a repeated delivery.
                 * @example 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11
                 */
                "webhook-id": string;
                /**
                 * @description HMAC-SHA256 of `id.timestamp.body` under the secret, in base64 after `v1,`; two of them after the secret was changed.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970; refuse what is older than five minutes.
                 * @example 1767225600
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskCompletedDelivery"];
            };
        };
        responses: {
            /** @description It has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same for every try: what tells a repeated delivery.
                 * @example 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11
                 */
                "webhook-id": string;
                /**
                 * @description HMAC-SHA256 of `id.timestamp.body` under the secret, in base64 after `v1,`; two of them after the secret was changed.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970; refuse what is older than five minutes.
                 * @example 1767225600
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskDeletedDelivery"];
            };
        };
        responses: {
            /** @description It has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same for every try: what tells a repeated delivery.
                 * @example 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11
                 */
                "webhook-id": string;
                /**
                 * @description HMAC-SHA256 of `id.timestamp.body` under the secret, in base64 after `v1,`; two of them after the secret was changed.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970; refuse what is older than five minutes.
                 * @example 1767225600
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskFailedDelivery"];
            };
        };
        responses: {
            /** @description It has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskProgress: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same for every try: what tells a repeated delivery.
                 * @example 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11
                 */
                "webhook-id": string;
                /**
                 * @description HMAC-SHA256 of `id.timestamp.body` under the secret, in base64 after `v1,`; two of them after the secret was changed.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970; refuse what is older than five minutes.
                 * @example 1767225600
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskProgressDelivery"];
            };
        };
        responses: {
            /** @description It has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskQueued: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same for every try: what tells a repeated delivery.
                 * @example 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11
                 */
                "webhook-id": string;
                /**
                 * @description HMAC-SHA256 of `id.timestamp.body` under the secret, in base64 after `v1,`; two of them after the secret was changed.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970; refuse what is older than five minutes.
                 * @example 1767225600
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskQueuedDelivery"];
            };
        };
        responses: {
            /** @description It has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskRequeued: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same for every try: what tells a repeated delivery.
                 * @example 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11
                 */
                "webhook-id": string;
                /**
                 * @description HMAC-SHA256 of `id.timestamp.body` under the secret, in base64 after `v1,`; two of them after the secret was changed.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970; refuse what is older than five minutes.
                 * @example 1767225600
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskRequeuedDelivery"];
            };
        };
        responses: {
            /** @description It has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskRestored: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same for every try: what tells a repeated delivery.
                 * @example 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11
                 */
                "webhook-id": string;
                /**
                 * @description HMAC-SHA256 of `id.timestamp.body` under the secret, in base64 after `v1,`; two of them after the secret was changed.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970; refuse what is older than five minutes.
                 * @example 1767225600
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskRestoredDelivery"];
            };
        };
        responses: {
            /** @description It has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskRunning: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The same for every try: what tells a repeated delivery.
                 * @example 0b6f5c1e-58c8-4d1c-a5a1-0b1f9a3a7d11
                 */
                "webhook-id": string;
                /**
                 * @description HMAC-SHA256 of `id.timestamp.body` under the secret, in base64 after `v1,`; two of them after the secret was changed.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Seconds since 1970; refuse what is older than five minutes.
                 * @example 1767225600
                 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskRunningDelivery"];
            };
        };
        responses: {
            /** @description It has arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Send no more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
