//! Random values of every type, from a fixed seed, echoed by Hyla and by omniORB.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "bits become numbers of each size"
)]

use hyla_orb::any::{Any, Typed};
use hyla_orb::cdr::{Cdr, Fixed, Order, Version, WString};
use hyla_orb::client::{Client, ClientSettings};
use hyla_orb::qos::{Qos, Route};
use hyla_orb::reference::{Address, ObjectUrl, Reference};
use hyla_orb::server::ServerSettings;

use crate::omniorb::with_server;
use crate::probe::Probe::{Colour, Echo, Inner, Mixed, Oct16, Str8, Track, U, UE};
use crate::servant::serve;

/// Rounds, each with a value of every type.
pub(crate) const VALUES: usize = 100;

/// Numbers of a linear congruence: the same in each run.
pub(crate) struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let high = self.0 >> 32;
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        high << 32 | self.0 >> 32
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.bits() % limit as u64).unwrap()
    }

    fn many<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| one(self)).collect()
    }

    fn number(&mut self) -> i32 {
        self.bits() as i32
    }

    /// Any float that equals itself.
    fn float(&mut self) -> f32 {
        let value = f32::from_bits(self.bits() as u32);
        if value.is_nan() { 0.25 } else { value }
    }

    fn double(&mut self) -> f64 {
        let value = f64::from_bits(self.bits());
        if value.is_nan() { -0.5 } else { value }
    }

    /// Characters that each code set of the peers has.
    fn text(&mut self, most: usize) -> String {
        let characters = self.many(most, |random| random.below(95));
        characters
            .into_iter()
            .map(|at| char::from(u8::try_from(at + 32).unwrap()))
            .collect()
    }

    /// A character of the basic plane, which is one unit of UTF-16.
    fn wide(&mut self) -> char {
        char::from_u32(self.below(0xD800 - 1) as u32 + 1).unwrap()
    }

    fn reference(&mut self) -> Reference {
        let address = Address {
            version: [Version::V1_0, Version::V1_1, Version::V1_2][self.below(3)],
            // A number: JacORB asks for the address of a name.
            host: format!("127.0.{}.{}", self.below(256), self.below(256)),
            port: self.bits() as u16 | 1,
        };
        let mut key = self.many(40, |random| random.bits() as u8);
        key.push(7);
        ObjectUrl::reference_at(&[address], &key)
    }

    fn union(&mut self, default: fn(&mut Self) -> i32) -> U {
        match self.below(3) {
            0 => U::s(self.bits() as i16),
            1 => U::str(self.text(30)),
            // The default: any other discriminator.
            _ => U::d(default(self), self.double()),
        }
    }

    fn track(&mut self) -> Track {
        Track {
            id: self.bits() as i16,
            kind: self.bits() as i16,
            x: self.float(),
            y: self.float(),
            z: self.float(),
        }
    }
}

/// `wide`: also characters and strings of the agreed wide code set, of which GIOP has a portable
/// form since 1.2.
pub(crate) fn echo_random_values(echo: &Echo, seed: u64, wide: bool) {
    let all = Values {
        default: |random| random.number() | 8,
        short_fixed: true,
    };
    echo_random_values_with(echo, seed, wide, all);
}

/// Values that a peer knows.
#[derive(Clone, Copy)]
pub(crate) struct Values {
    /// Discriminators of the default member of a union.
    pub(crate) default: fn(&mut Random) -> i32,
    /// Fixed-point numbers with fewer digits than their type.
    pub(crate) short_fixed: bool,
}

/// The same with values that a peer knows.
pub(crate) fn echo_random_values_with(echo: &Echo, seed: u64, wide: bool, known: Values) {
    let mut random = Random(seed);
    for _ in 0..VALUES {
        let r = &mut random;
        let value = Mixed {
            b: r.bits() & 1 == 1,
            c: u8::try_from(r.below(95) + 32).unwrap(),
            o: r.bits() as u8,
            s: r.bits() as i16,
            us: r.bits() as u16,
            l: r.number(),
            ul: r.bits() as u32,
            ll: r.bits() as i64,
            ull: r.bits(),
            f: r.float(),
            d: r.double(),
        };
        assert_eq!(echo.basic(&value).unwrap(), value);
        assert_eq!(same(echo, &value), value);
        let (text, mut other) = (r.text(300), r.text(9));
        let before = other.clone();
        let (back, third) = echo.str(&text, &mut other).unwrap();
        assert_eq!((back, other), (text, format!("was {before}")));
        assert_eq!(third, format!("{before}!"));
        let bounded = Str8::try_from(r.text(8).as_str()).unwrap();
        assert_eq!(echo.bstr(&bounded).unwrap(), bounded);
        let longs = r.many(3000, Random::number);
        assert_eq!(echo.seq(&longs).unwrap(), longs);
        let doubles = r.many(600, Random::double);
        assert_eq!(echo.dseq(&doubles).unwrap(), doubles);
        let octets = Oct16::try_from(r.many(16, |r| r.bits() as u8)).unwrap();
        assert_eq!(echo.oseq(&octets).unwrap(), octets);
        let texts = r.many(9, |r| r.text(20));
        assert_eq!(echo.sseq(&texts).unwrap(), texts);
        let array = [r.number(), r.number(), r.number()];
        assert_eq!(echo.arr(&array).unwrap(), array);
        let matrix = [[(); 3]; 2].map(|row| row.map(|()| r.bits() as i16));
        assert_eq!(echo.dmat(&matrix).unwrap(), matrix);
        let inner = Inner {
            o: r.bits() as u8,
            s: r.bits() as i16,
            f: r.float(),
            d: r.double(),
        };
        assert_eq!(echo.dinner(r.bits() as u8, &inner).unwrap(), inner);
        let colour = [Colour::red, Colour::green, Colour::blue][r.below(3)];
        assert_eq!(echo.dcolour(colour).unwrap(), colour);
        let union = r.union(known.default);
        assert_eq!(echo.un(&union).unwrap(), union);
        assert_eq!(same(echo, &union), union);
        let union = match r.below(3) {
            0 => UE::l(r.number()),
            1 => UE::o(r.bits() as u8),
            _ => UE::Nothing(Colour::blue),
        };
        assert_eq!(echo.une(&union).unwrap(), union);
        let least = if known.short_fixed { 0 } else { 10_000 };
        let units = i128::try_from(least + r.below(100_000 - least)).unwrap();
        let units = if r.bits() & 1 == 0 { units } else { -units };
        let fixed: Fixed<5, 2> = Fixed::of_units(units).unwrap();
        assert_eq!(echo.fx(&fixed).unwrap(), fixed);
        let plain = u8::try_from(r.below(95) + 32).unwrap();
        assert_eq!(echo.ch(plain).unwrap(), plain);
        if wide {
            let character = r.wide();
            assert_eq!(echo.wc(character).unwrap(), character);
            let text: String = r.many(40, Random::wide).into_iter().collect();
            let text = WString::from(text.as_str());
            assert_eq!(echo.ws(&text).unwrap(), text);
        }
        let reference = r.reference();
        let back = echo.obj(&reference).unwrap();
        let (back, sent) = (
            back.iiop().next().unwrap(),
            reference.iiop().next().unwrap(),
        );
        assert_eq!(
            (back.host, back.port, back.key),
            (sent.host, sent.port, sent.key)
        );
        let tracks = r.many(300, Random::track);
        assert_eq!(echo.tracks(&tracks).unwrap(), tracks);
        let mut swapped = r.many(50, Random::number);
        let expected: Vec<i32> = swapped.iter().rev().copied().collect();
        echo.swap(&mut swapped).unwrap();
        assert_eq!(swapped, expected);
    }
}

/// A value within an any, and back.
fn same<T: Typed + Cdr>(echo: &Echo, value: &T) -> T {
    let back = echo.an(&Any::of(value).unwrap()).unwrap();
    back.get().unwrap()
}

#[test]
fn random_values_come_back_from_hyla_in_both_orders_by_each_way() {
    for (server, client) in [(Order::Little, Order::Big), (Order::Big, Order::Little)] {
        let settings = ServerSettings {
            order: server,
            ..ServerSettings::default()
        };
        let (_server, reference, _) = serve(settings);
        for route in [Route::Iiop, Route::SharedMemory] {
            let client = Client::new(ClientSettings {
                order: client,
                ..ClientSettings::default()
            });
            let qos = Qos {
                route,
                ..Qos::default()
            };
            echo_random_values(&client.bind(&reference, &qos).unwrap(), 7, true);
        }
    }
}

#[test]
fn random_values_come_back_from_omniorb_whole_and_in_fragments() {
    let done = with_server(|reference| {
        for (order, fragment_bytes) in [
            (Order::Little, None),
            (Order::Big, None),
            (Order::Little, Some(64)),
            (Order::Big, Some(128)),
        ] {
            let client = Client::new(ClientSettings {
                order,
                ..ClientSettings::default()
            });
            let qos = Qos {
                fragment_bytes,
                ..Qos::default()
            };
            echo_random_values(&client.bind(reference, &qos).unwrap(), 11, true);
        }
    });
    if !done {
        hyla_test_skips::skipped("no omniORB for C++, or no compiler for it");
    }
}
