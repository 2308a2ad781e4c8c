//! Random values of every type, from a fixed seed, echoed by Hyla and by omniORB.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "bits become numbers of each size"
)]

use hyla_orb::any::{Any, Typed};
use hyla_orb::cdr::{Cdr, Fixed, Order, WString};
use hyla_orb::client::{Client, ClientSettings};
use hyla_orb::qos::{Qos, Route};
use hyla_orb::server::ServerSettings;

use crate::omniorb::with_server;
use crate::probe::Probe::{Colour, Echo, Inner, Mixed, Oct16, Str8, Track, U, UE};
use crate::servant::serve;

const VALUES: usize = 200;

/// Numbers of a linear congruence: the same in each run.
struct Random(u64);

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

fn echo_random_values(echo: &Echo, mut random: Random) {
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
        let union = match r.below(2) {
            0 => U::s(r.bits() as i16),
            _ => U::str(r.text(30)),
        };
        assert_eq!(echo.un(&union).unwrap(), union);
        assert_eq!(same(echo, &union), union);
        let union = match r.below(2) {
            0 => UE::l(r.number()),
            _ => UE::o(r.bits() as u8),
        };
        assert_eq!(echo.une(&union).unwrap(), union);
        let units = i128::try_from(r.below(199_999)).unwrap() - 99_999;
        let fixed: Fixed<5, 2> = Fixed::of_units(units).unwrap();
        assert_eq!(echo.fx(&fixed).unwrap(), fixed);
        let wide = WString::from(r.text(40).as_str());
        assert_eq!(echo.ws(&wide).unwrap(), wide);
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
            echo_random_values(&client.bind(&reference, &qos).unwrap(), Random(7));
        }
    }
}

#[test]
fn random_values_come_back_from_omniorb_whole_and_in_fragments() {
    let done = with_server(|reference| {
        for (order, fragment_bytes) in [
            (Order::Little, None),
            (Order::Big, None),
            (Order::Little, Some(128)),
            (Order::Big, Some(512)),
        ] {
            let client = Client::new(ClientSettings {
                order,
                ..ClientSettings::default()
            });
            let qos = Qos {
                fragment_bytes,
                ..Qos::default()
            };
            echo_random_values(&client.bind(reference, &qos).unwrap(), Random(11));
        }
    });
    if !done {
        hyla_test_skips::skipped("no omniORB for C++, or no compiler for it");
    }
}
