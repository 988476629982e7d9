/** The two sessions, told in the notation of `tell.mjs`. Everything and everybody in them is invented. */

export const HEALTHY = `
@ open

? On 2 April two plots were freed on the same day, and both were offered to the same person on the waiting list. Please find out why and mend it. There are three more things after that, so make a list: the water bill does not add up to the cent, swapping two turns of the rota sometimes loses one, and mails that the post office refuses are marked as sent.

~ Four separate things. I make the list first, then start with the waiting list.
> I'll note the four items and look at the waiting list first.
! task 1 | task 2 | task 3

! task 4 | task 1 in_progress

> First what the project asks of me, and its state.
! read CLAUDE.md | bash status

~ The offer code should be in waitlist/queue or waitlist/offers. I'll look at both.
! read waitlist/queue | read waitlist/offers

@ remind

~ offerFreedPlots takes waiting[0] once and maps every freed plot to that person. That is the bug in plain sight. Before I touch it I want to see the rows of that day.
> \`offerFreedPlots\` takes the first waiting person once and gives that person every freed plot. Let me confirm it with the offers of that day.
! bash offers

~ Two open offers for applicant-041, both for that day. What else calls this, and does anything rely on one person holding two offers?
! grep offerFreedPlots|newOffer | grep openOffer

> Nobody else makes offers. I check how plots are freed and how the list is sorted.
! read plots/plots

~ releasePlot works on one plot; the nightly job collects the freed ones. So a list of two is normal whenever two contracts end on one day.
! bash waiting

~ 70 people waiting. The list is oldest first with ties by id, so pairing by place is deterministic. What about a person who already has an open offer? They must be skipped, or they would get a second one tomorrow.
> Two cases to cover: several plots on one day, and a person who still has an open offer.
! edit one-each

! edit say-so

> Now the tests of the waiting list.
! bash test-wrong

~ The failing test is the one somebody wrote for this and marked as known; it expects two people. It still sees the old result: listWaiting is called with the wrong day? Let me read the file again as it is now.
> One still fails. I read the file as it stands now.
! read waitlist/queue

~ The code is right. The test database is built once per file and the fixture was cached. Run again.
! bash test-waitlist

~ Green. The cached fixture was it.
> Green now: the fixture of the first run came from a cache. Types and then the whole suite.
! bash types | bash test-all

! bash commit

! task 1 completed

> The first item is done. Both plots went to the same person because \`offerFreedPlots\` looked at the head of the waiting list once and used it for every freed plot. Now each plot goes to the next person who has no open offer, and plots that nobody is left for stay free. Commit 52c90be.

? Thanks. What happens to the two offers that are already out for applicant-041?

~ They asked a question, not for a change. Look at offers: lapses, accept.
! read waitlist/offers | read waitlist/queue

! grep acceptOffer|lapseOffer|declineOffer

~ acceptOffer does not touch other offers of the same person. So the second stays open until it lapses on 9 April and the plot is offered again on the next night.
> Nothing breaks: when one is accepted, the other stays open until it lapses on 9 April, and the plot is offered again in the night after. If you do not want to wait, decline the second by hand in the office page; \`declineOffer\` frees the plot at once. I would not write code for it.

? Good, we decline it by hand. Now the water bill.

! task 2 in_progress

> The bill is shared in \`billing/invoices\`; fees may matter too.
! read billing/invoices | read billing/fees

~ shareWaterBill rounds each share on its own. With 88 plots the sum can be off by up to 44 cents.
! bash bills

@ remind

~ Sum of last year's rows compared with the bill: the difference of a few cents is what the treasurer saw. Largest remainder is the usual cure: floor all, give the cents left over to the largest rests, ties by id.
> Each share is rounded on its own, so the sum drifts. The usual cure is to round all down and give the cents that are left to the largest remainders. First who uses it.
! grep shareWaterBill|sumPlotArea

! read plots/plots

~ sumPlotArea is in plots/plots and sums amount... it uses one.amount ?? 0. The area of a plot is stored as amount in rows? In the row type amount is the area for plots. Fine.
! edit largest-rest

~ Division by zero when there are no plots with an area: the old code gave NaN, silently. Better to refuse.
! edit no-area

@ linted

! bash test-billing

! read billing/invoices

> Tests pass. Types, the whole suite, then the commit.
! bash types | bash test-all

! bash commit-2 | task 2 completed

> The water bill now adds up: shares are rounded down, and the cents left over go to the largest remainders, ties by plot id, so the same bill always gives the same invoices. With no area at all it refuses instead of writing invoices without an amount. Commit 8a41f3d. Invoices already sent are not touched.

@ compact by hand

? Next the rota. Two members swapped and one of the turns was gone afterwards. (I have set auto-compact to 20 percent for this project, so that I need not do it by hand again.)

! task 3 in_progress

~ After the compaction I should read the rota file afresh.
> I read the rota code.
! read rota/rota

@ memory

~ swapTurns makes two updates outside a transaction. If the second fails, or if two swaps cross, one person ends up with both turns and the other is gone.
> \`swapTurns\` writes two rows without a transaction: when the second write fails, or two swaps cross, one turn is lost. Let me see the data.
! bash turns

! grep swapTurns|markDone|isOnDuty

! read people/people | read seasons/seasons

~ Nothing in people depends on it. One statement with a case expression swaps both at once.
! edit swap-once

@ question

~ They ask in between whether a turn that is done can be swapped. It should not: hours are counted per person. Add the check.
> Good point from your message: a turn that was already worked should not change hands, since hours are counted per person. I add that.
! edit swap-duty

! bash test-rota

! read rota/rota

~ The order of parameters in the case expression: id = a → b.person, else a.person. Matches [a.id, b.person, a.person, a.id, b.id]. Good.
! bash types | bash test-all

! read CLAUDE.md

! bash commit-3 | task 3 completed

> Swapping is one statement in one transaction now, with a line in the journal. A turn that was already worked cannot be swapped, which answers your question. Commit c07d12e.

? Last one: the mails.

! task 4 in_progress

! read reminders/mailer

~ sendDue ignores the answer of post.send. A refusal is an answer, not an exception, so it is marked as sent.
> \`sendDue\` never looks at the answer. A refusal is not an exception, so it counts as sent. I check the log.
! bash mails

! grep post.send|markFailed|listFailed

@ remind

! read waitlist/offers | read billing/invoices

~ Both modules send through reminders, so only sendDue needs the change.
! edit keep-failed

! edit count-failed

! bash test-mail

! read reminders/mailer | read waitlist/queue | read billing/fees

@ compact full

~ Continue: tests of reminders were green, the file was read. Remaining: types, whole suite, commit.
> Continuing with the mails: the whole suite and the types.
! bash types | bash test-all

! read reminders/mailer

! read people/people

~ A member who left must not get the mail again with the next batch. listDue filters removed rows, fine.
! grep removedAt

! bash diff

! bash commit-4 | task 4 completed

> Refused mails are marked as failed and stay due, so that the next batch tries them again; the job reports how many were sent and how many failed. Members who left are not tried again. Commit f3b8802. All four items are done.

? Could you write two sentences for the minutes about the waiting list?

~ Short, plain.
> On 2 April two freed plots were offered to the same person because the program looked at the head of the waiting list only once. Since the change each freed plot is offered to the next person who has no open offer.

? And one about the water bill, please. Mention that old invoices stay.

! read billing/invoices

> The shares of the water bill are now rounded so that they add up to the bill to the cent; invoices that were already sent stay as they are.
`

export const SUMMARIES = {
  byHand: `## What was asked
Four things in the allotment program: (1) two plots freed on one day were both offered to one person, (2) the water bill does not add up to the cent, (3) swapping two turns of the rota sometimes loses one, (4) mails that are refused are marked as sent. 

## Done
- (1) src/waitlist/queue.ts: offerFreedPlots pairs the freed plots with waiting people who have no open offer, one each. Tests, types, whole suite green. Commit 52c90be. The two offers of applicant-041: the user declines one by hand, no code.
- (2) src/billing/invoices.ts: shareWaterBill rounds down and gives the cents left to the largest remainders, ties by id; refuses when there is no area. Commit 8a41f3d. Invoices already sent are not touched.

## Open
- (3) src/rota/rota.ts, swapTurns. (4) src/reminders/mailer.ts, sendDue.

## Rules of the project
Whole cents; only base/days knows the calendar; a change writes the journal in the same transaction; run npm test before saying that something works.`,
  full: `## What was asked
Four things in the allotment program: waiting list, water bill, rota swaps, refused mails. Between the third and the fourth the user asked that a turn which was already worked cannot be swapped.

## Done
- Waiting list (commit 52c90be), water bill (8a41f3d): see above, nothing left to do.
- src/rota/rota.ts: swapTurns is one statement in one transaction with a journal line, and refuses turns that were worked. Commit c07d12e.
- src/reminders/mailer.ts: sendDue looks at the answer; a refusal is marked as failed and stays due; it returns how many were sent and failed. Tests of reminders are green.

## Next
Types, whole suite, check that members who left are not mailed again, commit, close task 4.`,
  moved: `## What was asked
Move the reminders from direct mail to an outbox that a job empties, so that a refused mail is tried again and the page never waits for the post.

## Done so far
- src/reminders/mailer.ts: sendDue looks at the answer of post.send, failures are marked and counted.
- Checked who sends mail: only the reminders. people, invoices and offers call them.

## State
The tests of the reminders were being run. After that: types, the whole suite, and a look at the nightly job.`,
}

export const FAILS = `
@ open

? The page hangs when the post office is slow, and refused mails count as sent. Please make the reminders look at the answer and keep what failed. (Auto-compact is set low here, the build machine is small.)

~ Start with the mailer and whoever calls it.
> I start with the mailer and the project's rules.
! read CLAUDE.md | read reminders/mailer

@ remind

! bash mails

~ Refused lines in the log, yet nothing marked as failed. sendDue ignores the answer.
> The log shows refusals, but nothing is marked as failed: \`sendDue\` ignores the answer. Who else sends?
! grep post.send|markFailed|sendDue

! read people/people | read billing/invoices

~ Both only create reminders. Offers?
! read waitlist/offers

> Only the mailer sends. Before I change it, the tests as they are.
! bash test-mail

! edit keep-failed

! edit count-failed

@ linted

! read reminders/mailer

~ Good. A failed reminder stays due, so listDue must still find it. markFailed only touches changed_at, so yes.
! grep listDue|listFailed

! bash types

> The answer is looked at now, and a refused mail stays due. Nothing else had to change: only the mailer sends. Shall I also move sending out of the page, so that it never waits?

? Yes, do that. The nightly job can empty the outbox.

~ The outbox is the reminders table itself; the page must only insert. See which pages call sendDue.
! grep sendDue|nextBatch

! read reminders/mailer | read seasons/seasons

> The table already is an outbox; only the caller has to change. I look at the modules that insert into it.
! read rota/rota

! read plots/plots | read billing/fees

@ remind

~ rota and plots insert reminders through journal only. Good: no page has to wait any more once the nightly job is the only caller.
! bash turns

! bash bills | bash waiting

~ No column says when a mail left. The seasons module has the deadlines; reminders for those are planned, not sent.
! read seasons/seasons

> Deadlines are planned a month ahead, so an hour more or less does not matter there either. The fees are the last ones.
! read billing/fees

! grep nextReminders|nextDeadlines|nextBatch

~ Nothing there depends on the time of sending.
> None of these depend on when a mail leaves, so the page only has to insert. I propose to leave \`sendDue\` to the nightly job alone and to take the call out of the page. The job exists already and runs at six.

? Fine. How late can a mail be then, and does the count of the job still make sense?

~ Job at six, so a day at most. The count: sent and failed are returned by sendDue.
> A day at most. I check what the job prints.
! bash mails | bash status

! read reminders/mailer

~ The count is per run: sent and failed. A mail that failed yesterday and went today is counted in both runs, which is right for a log.
! grep countFailed|markFailed

! read waitlist/offers | read rota/rota

@ remind

> The counts are per run, which is what a log of runs should say. Before the last change I run the whole suite once.
! bash test-all

! read waitlist/queue | read people/people

> Now the tests of the reminders again.
! bash test-mail

@ fail
`
