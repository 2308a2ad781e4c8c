//! Postings about time: on the boards of all links, or in one table.
//!
//! The boards of a link are there as soon as its stream is up. The first member also makes a table and passes it to the others. With it a
//! step reads one cache line of each member, not two of each link. The table takes over without an agreed moment:
//!
//! - A member that has the table writes its own row. It reads the rows that are written, and the boards of all other members.
//! - It posts on all boards as well until it has seen the rows of all. By then nobody reads its boards: a member that has written a row reads
//!   rows first.

use hyla_core::outbox::TimePosting;
use hyla_net::network::{BoardsHandle, ChannelHandle, Connector, Network, TableHandle};
use hyla_net::{Watch, Watched, WatchedPlaces};
use hyla_types::FederateHandle;

/// The boards and the table, ready for a step that looks at all of them.
#[derive(Debug)]
pub(super) struct TimeBoards<N: Network> {
    /// The entry of the log with which it began.
    epoch: u64,
    /// Place of this member among all.
    own: usize,
    /// The others, in their order.
    places: Vec<Place<N>>,
    /// One of them has no boards.
    lost: bool,
    table: Option<Table<N>>,
    /// A table that has come before the entry of the log, from whom, and the number of the entry.
    early: Option<(FederateHandle, u64, N::Table)>,
    /// The process polls some of them.
    watches: bool,
}

#[derive(Debug)]
struct Place<N: Network> {
    member: FederateHandle,
    /// Its promise is awaited.
    awaited: bool,
    /// `None`: the link has no boards, or its stream is over.
    boards: Option<N::Boards>,
    /// The last word of the last posting to it.
    last: u64,
}

#[derive(Debug)]
struct Table<N: Network> {
    shared: N::Table,
    /// All have written their rows.
    complete: bool,
    /// The counts in the own row are not those of the last posting.
    behind: bool,
    /// Their sum.
    told: u64,
    /// Of each other row: the sum at the last look, and the count for this member.
    seen: Vec<(u64, u64)>,
    /// The sums of all rows at that look, the own one as last written.
    total: u64,
    /// The promise that [`TimeBoards::have_promised`] asked for last, and how many others have given it.
    asked: u64,
    reached: usize,
}

/// A member whose boards are opened.
pub(super) struct Opened<C> {
    pub(super) member: FederateHandle,
    pub(super) awaited: bool,
    /// Its stream, if that is up.
    pub(super) channel: Option<C>,
}

impl<N: Network> Default for TimeBoards<N> {
    fn default() -> Self {
        Self {
            epoch: 0,
            own: 0,
            places: Vec::new(),
            lost: false,
            table: None,
            early: None,
            watches: false,
        }
    }
}

impl<N: Network> TimeBoards<N> {
    /// Replaces all. The process polls those that are awaited from now on, if there are any.
    pub(super) fn open(
        &mut self,
        remote: Option<&N::Remote>,
        (epoch, own): (u64, usize),
        opened: &[Opened<N::Channel>],
    ) {
        let place = |opened: &Opened<N::Channel>| Place {
            member: opened.member,
            awaited: opened.awaited,
            boards: opened.channel.as_ref().and_then(ChannelHandle::boards),
            last: 0,
        };
        self.places = opened.iter().map(place).collect();
        self.lost = self.places.iter().any(|place| place.boards.is_none());
        (self.epoch, self.own) = (epoch, own);
        self.table = None;
        if let Some(remote) = remote.filter(|_| self.watches) {
            remote.await_boards(0);
        }
        self.watch(remote);
        if let Some((from, number, table)) = self.early.take() {
            self.take_table(remote, from, number, table);
        }
        // Two have one board each in any case.
        if own == 0 && opened.len() > 1 && !self.lost {
            self.share_table(remote, opened);
        }
    }

    /// Makes a table and passes it to all others. Whom it does not reach goes on with boards, and so do the others with that one.
    fn share_table(&mut self, remote: Option<&N::Remote>, opened: &[Opened<N::Channel>]) {
        let Some(table) = remote.and_then(|remote| remote.new_table(opened.len() + 1)) else {
            return;
        };
        let channels = opened.iter().filter_map(|it| it.channel.as_ref());
        let passed = channels
            .filter(|channel| channel.pass_table(&table, self.epoch))
            .count();
        if passed > 0 {
            self.use_table(remote, table);
        }
    }

    /// A member has passed a table.
    pub(super) fn take_table(
        &mut self,
        remote: Option<&N::Remote>,
        from: FederateHandle,
        number: u64,
        table: N::Table,
    ) {
        if number > self.epoch {
            self.early = Some((from, number, table));
            return;
        }
        let is_first = self.own != 0 && self.places.first().is_some_and(|it| it.member == from);
        let is_ours = number == self.epoch && is_first && table.rows() == self.places.len() + 1;
        if is_ours && self.table.is_none() {
            self.use_table(remote, table);
        }
    }

    fn use_table(&mut self, remote: Option<&N::Remote>, shared: N::Table) {
        self.table = Some(Table {
            shared,
            complete: false,
            behind: true,
            told: 0,
            seen: vec![(0, 0); self.places.len()],
            total: 0,
            asked: 0,
            reached: 0,
        });
        // Before this member writes its row: afterwards others may leave its boards alone.
        self.watch(remote);
    }

    /// Tells the process which postings to poll.
    fn watch(&mut self, remote: Option<&N::Remote>) {
        let own = self.own;
        let all = self.places.iter().enumerate();
        let awaited = all.filter(|(_, place)| place.awaited);
        let table = self.table.as_ref();
        let places = match table {
            Some(table) if table.complete => {
                let rows = awaited.map(|(at, _)| row(own, at)).collect();
                WatchedPlaces::Rows(table.shared.clone(), rows)
            }
            table => {
                let watched = awaited.map(|(at, place)| Watched {
                    boards: place.boards.clone(),
                    row: table.map(|it| (it.shared.clone(), row(own, at))),
                });
                WatchedPlaces::Each(watched.collect())
            }
        };
        let own = table.map(|table| (table.shared.clone(), own));
        let watch = Watch { own, places };
        let watches = !watch.is_empty();
        let did = std::mem::replace(&mut self.watches, watches);
        if let Some(remote) = remote
            && (watches || did)
        {
            remote.watch(self.epoch, watch);
        }
    }

    /// The stream to a member carries nothing more in one direction.
    pub(super) fn lose(&mut self, member: FederateHandle) {
        for place in &mut self.places {
            if place.member == member {
                place.boards = None;
                self.lost = true;
            }
        }
    }

    /// Shows each member the posting with its own last word, `None` for the same as before; whether all can see it.
    #[inline]
    pub(super) fn post(&mut self, posting: &TimePosting, last: Option<&[u64]>) -> bool {
        if let Some(last) = last {
            if last.len() != self.places.len() {
                return false;
            }
            for (place, last) in self.places.iter_mut().zip(last) {
                place.last = *last;
            }
        }
        let [matter, bound, waits, needed, _] = *posting;
        if let Some(table) = &mut self.table {
            if table.behind || last.is_some() {
                table.tell(self.own, &self.places);
            }
            let posting = [matter, bound, waits, needed, table.told];
            table.shared.post(self.own, &posting);
            if table.complete {
                return !self.lost;
            }
        }
        for place in &self.places {
            if let Some(boards) = &place.boards {
                boards.post(&[matter, bound, waits, needed, place.last]);
            }
        }
        !self.lost
    }

    /// Fills in the last posting of each member; zeros if there is none.
    #[inline]
    pub(super) fn posted(&mut self, remote: Option<&N::Remote>, into: &mut [TimePosting]) {
        let Some(table) = &mut self.table else {
            for (place, into) in self.places.iter().zip(into) {
                *into = place.on_boards();
            }
            return;
        };
        let mut complete = true;
        table.total = table.told;
        for (at, (seen, into)) in table.seen.iter_mut().zip(into).enumerate() {
            let row = row(self.own, at);
            *into = match table.shared.posted(row) {
                Some([matter, bound, waits, needed, told]) if matter == self.epoch => {
                    table.total = table.total.wrapping_add(told);
                    if seen.0 != told {
                        *seen = (told, table.shared.count(row, self.own));
                    }
                    [matter, bound, waits, needed, seen.1]
                }
                _ => {
                    complete = false;
                    self.places[at].on_boards()
                }
            };
        }
        if complete && !std::mem::replace(&mut table.complete, true) {
            self.watch(remote);
        }
    }

    /// Whether all that are awaited have promised as much; `None` if only a look at all postings says so: without a table of all, and where counts of
    /// messages have changed since the last look ([`posted`](Self::posted)). Takes a cache line of each member once, and of the one that is missing.
    #[inline]
    pub(super) fn have_promised(&mut self, at_least: u64) -> Option<bool> {
        let table = self.table.as_mut().filter(|table| table.complete)?;
        if std::mem::replace(&mut table.asked, at_least) != at_least {
            table.reached = 0;
        }
        while let Some(place) = self.places.get(table.reached) {
            let row = row(self.own, table.reached);
            if place.awaited && !table.shared.reaches(row, self.epoch, at_least) {
                return Some(false);
            }
            table.reached += 1;
        }
        // After the rows: what a member has added before its posting is in the total.
        (table.shared.total() == table.total).then_some(true)
    }

    /// Whether anybody may have to be roused.
    #[inline]
    pub(super) fn anyone_sleeps(&self) -> bool {
        let table = self.table.as_ref().filter(|table| table.complete);
        table.is_none_or(|table| table.shared.anyone_sleeps())
    }

    /// Makes the member at that place look at what others show, if it sleeps.
    pub(super) fn rouse(&self, at: usize) {
        // A row says whether its member sleeps. A quiet ring says that its reader sleeps even if it does not.
        if let Some(table) = self.table.as_ref().filter(|table| table.complete)
            && !table.shared.is_asleep(row(self.own, at))
        {
            return;
        }
        let boards = self.places.get(at).and_then(|it| it.boards.as_ref());
        if let Some(boards) = boards {
            boards.rouse();
        }
    }
}

/// Row of the member at a place among the others, seen from that row.
fn row(own: usize, place: usize) -> usize {
    place + usize::from(place >= own)
}

impl<N: Network> Table<N> {
    /// Writes the counts of the own row.
    fn tell(&mut self, own: usize, places: &[Place<N>]) {
        self.behind = false;
        let before = std::mem::take(&mut self.told);
        for (at, place) in places.iter().enumerate() {
            self.told = self.told.wrapping_add(place.last);
            self.shared.set_count(own, row(own, at), place.last);
        }
        let added = self.told.wrapping_sub(before);
        self.shared.add_to_total(added);
        // Of the others' counts none has changed.
        self.total = self.total.wrapping_add(added);
    }
}

impl<N: Network> Place<N> {
    /// The last posting on its board.
    fn on_boards(&self) -> TimePosting {
        let posted = self.boards.as_ref().and_then(BoardsHandle::posted);
        posted.unwrap_or_default()
    }
}

#[cfg(all(test, target_os = "linux"))]
#[expect(
    clippy::disallowed_types,
    reason = "tests use endpoints of their own process"
)]
mod tests {
    use std::time::Duration;

    use hyla_net::network::Sockets;
    use hyla_net::{Channel, Endpoint, EndpointConfig, Event, SharedTable};

    use super::*;

    const MEMBERS: usize = 4;
    const EPOCH: u64 = 7;

    /// A member, its endpoint, and its channels to the others in their order.
    struct Party {
        boards: TimeBoards<Sockets>,
        endpoint: Endpoint,
        channels: Vec<Channel>,
        /// Tables that have come, from which member.
        arrived: Vec<(usize, u64, SharedTable)>,
        /// Its last posting, with the last word for each other.
        posted: Option<(TimePosting, Vec<u64>)>,
        is_open: bool,
        /// It has looked at all postings since counts of others changed last.
        counts_are_seen: bool,
    }

    fn handle(at: usize) -> FederateHandle {
        FederateHandle::new(1 + u32::try_from(at).expect("few"))
    }

    /// The place of a member among the others of another one.
    fn place(own: usize, of: usize) -> usize {
        of - usize::from(of > own)
    }

    /// Members of one host, each with a channel to each other.
    fn parties() -> Vec<Party> {
        let local = "127.0.0.1:0".parse().expect("an address");
        let endpoint = || Endpoint::new(EndpointConfig::default()).expect("an endpoint");
        let mut endpoints: Vec<_> = (0..MEMBERS).map(|_| endpoint()).collect();
        let mut channels: Vec<Vec<Option<Channel>>> = vec![vec![None; MEMBERS]; MEMBERS];
        for to in 0..MEMBERS {
            endpoints[to].listen(local).expect("a port");
            let at = endpoints[to].shared_memory_addresses().next();
            let at = at.expect("shared memory");
            for from in to + 1..MEMBERS {
                let near = endpoints[from].connect(&at);
                near.trust();
                while near.boards().is_none() || channels[to][from].is_none() {
                    let mut accept = |event: Event<'_>| {
                        if let Event::Accepted { channel, .. } = event {
                            channel.trust();
                            channels[to][from] = Some(channel);
                        }
                    };
                    let moment = Some(Duration::from_millis(1));
                    endpoints[to].poll(moment, &mut accept).expect("polls");
                    let ignore = &mut |_: Event<'_>| ();
                    endpoints[from].poll(moment, ignore).expect("polls");
                }
                channels[from][to] = Some(near);
            }
        }
        let all = endpoints.into_iter().zip(channels);
        let party = |(endpoint, channels): (Endpoint, Vec<Option<Channel>>)| Party {
            boards: TimeBoards::default(),
            endpoint,
            channels: channels.into_iter().flatten().collect(),
            arrived: Vec::new(),
            posted: None,
            is_open: false,
            counts_are_seen: false,
        };
        all.map(party).collect()
    }

    impl Party {
        fn open(&mut self, own: usize) {
            let others = (0..MEMBERS).filter(|other| *other != own);
            let opened = others.zip(&self.channels).map(|(other, channel)| Opened {
                member: handle(other),
                awaited: true,
                channel: Some(channel.clone()),
            });
            let opened: Vec<_> = opened.collect();
            let remote = self.endpoint.remote();
            self.boards.open(Some(&remote), (EPOCH, own), &opened);
            self.is_open = true;
        }

        fn receive(&mut self, own: usize) {
            let (channels, arrived) = (&self.channels, &mut self.arrived);
            let mut on = |event: Event<'_>| {
                if let Event::Table {
                    channel,
                    number,
                    table,
                } = event
                {
                    let from = channels.iter().position(|it| it.id() == channel);
                    let from = from.expect("one of its channels");
                    arrived.push((from + usize::from(from >= own), number, table));
                }
            };
            // A poll without waiting seldom looks for anything but frames.
            for _ in 0..100 {
                let polled = self.endpoint.poll(Some(Duration::ZERO), &mut on);
                polled.expect("polls");
            }
        }

        fn take(&mut self) {
            if let Some((from, number, table)) = self.arrived.pop() {
                let remote = self.endpoint.remote();
                let from = handle(from);
                self.boards.take_table(Some(&remote), from, number, table);
            }
        }

        fn is_complete(&self) -> bool {
            self.boards.table.as_ref().is_some_and(|it| it.complete)
        }
    }

    /// Numbers that look random.
    fn mix(state: &mut u64, below: usize) -> usize {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (*state >> 33) as usize % below
    }

    /// Everybody posts, looks, begins and gets the table at any time: whoever looks sees the last posting of each, in the table or on a
    /// board, with the count for itself.
    #[test]
    fn whoever_looks_sees_the_last_posting_of_each_while_a_table_takes_over() {
        let (mut completed, mut quick) = (0, 0);
        for seed in 0..40 {
            let mut random = seed;
            let mut parties = parties();
            for step in 1..400_u64 {
                let own = mix(&mut random, MEMBERS);
                match mix(&mut random, 8) {
                    0 if !parties[own].is_open => parties[own].open(own),
                    1 => parties[own].receive(own),
                    2 => parties[own].take(),
                    3..6 if parties[own].is_open => {
                        let party = &mut parties[own];
                        let before = party.posted.take().map(|(_, last)| last);
                        let mut last = before.clone().unwrap_or_else(|| vec![0; MEMBERS - 1]);
                        let sends = before.is_none() || mix(&mut random, 2) == 0;
                        if sends {
                            last[mix(&mut random, MEMBERS - 1)] += 1;
                            let others = parties.iter_mut().enumerate();
                            for (_, other) in others.filter(|(other, _)| *other != own) {
                                other.counts_are_seen = false;
                            }
                        }
                        let party = &mut parties[own];
                        let posting = [EPOCH, step, step, step, 0];
                        let counts = sends.then_some(&last[..]);
                        assert!(party.boards.post(&posting, counts));
                        party.posted = Some((posting, last));
                    }
                    6 if parties[own].is_open => {
                        let least = parties
                            .iter()
                            .enumerate()
                            .filter(|(other, _)| *other != own);
                        let least = least
                            .map(|(_, it)| it.posted.as_ref().map_or(0, |(posting, _)| posting[1]))
                            .min()
                            .expect("others");
                        for asked in [least, least + 1] {
                            let party = &mut parties[own];
                            let promised = party.boards.have_promised(asked);
                            quick += usize::from(promised.is_some());
                            assert_eq!(
                                promised,
                                promised.map(|_| asked <= least),
                                "seed {seed}: {own} asks for {asked}"
                            );
                            assert!(promised != Some(true) || party.counts_are_seen);
                        }
                    }
                    _ if parties[own].is_open => {
                        let mut seen = vec![[0; 5]; MEMBERS - 1];
                        let remote = parties[own].endpoint.remote();
                        parties[own].boards.posted(Some(&remote), &mut seen);
                        parties[own].counts_are_seen = true;
                        for (at, seen) in seen.into_iter().enumerate() {
                            let other = at + usize::from(at >= own);
                            let expected = parties[other].posted.as_ref();
                            let expected = expected.map_or([0; 5], |(posting, last)| {
                                let [matter, bound, waits, needed, _] = *posting;
                                [matter, bound, waits, needed, last[place(other, own)]]
                            });
                            assert_eq!(seen, expected, "seed {seed}: {own} looks at {other}");
                        }
                    }
                    _ => {}
                }
            }
            completed += parties.iter().filter(|it| it.is_complete()).count();
        }
        assert!(completed > 40, "tables hardly ever took over: {completed}");
        assert!(quick > 100, "hardly ever asked with success: {quick}");
    }
}
