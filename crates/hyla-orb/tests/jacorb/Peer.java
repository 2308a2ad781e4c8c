// The other side of the tests with JacORB: `Peer server` offers the interface until its input ends, `Peer client REFERENCE ROUNDS`
// echoes random values of every type from a fixed seed, and says "done" or what went wrong.

import Probe.*;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Properties;
import java.util.Random;
import org.omg.CORBA.Any;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.NO_PERMISSION;
import org.omg.CORBA.ORB;
import org.omg.CORBA.StringHolder;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;

public class Peer {
  static class Servant extends EchoPOA {
    private String label = "";
    Echo own;

    public int count() { return 42; }
    public String label() { return label; }
    public void label(String value) { label = value; }
    public void null_call() {}
    public void fire(int n) { System.out.println("fired " + n); }
    public Mixed basic(Mixed m) { return m; }
    public String str(String s, StringHolder t, StringHolder w) {
      w.value = t.value + "!";
      t.value = "was " + t.value;
      return s;
    }
    public String bstr(String s) { return s; }
    public int[] seq(int[] s) { return s; }
    public double[] dseq(double[] s) { return s; }
    public byte[] oseq(byte[] s) { return s; }
    public String[] sseq(String[] s) { return s; }
    public int[] arr(int[] a) { return a; }
    public short[][] dmat(short[][] m) { return m; }
    public Inner dinner(byte pad, Inner i) { return i; }
    public Colour dcolour(Colour c) { return c; }
    public U un(U x) { return x; }
    public UE une(UE x) { return x; }
    public Any an(Any a) { return a; }
    public BigDecimal fx(BigDecimal f) { return f; }
    public char wc(char w) { return w; }
    public String ws(String w) { return w; }
    public char ch(char c) { return c; }
    public Echo self() { return own; }
    public org.omg.CORBA.Object obj(org.omg.CORBA.Object o) { return o; }
    public void raise_oops(int n) throws Oops, Empty {
      if (n == 1) throw new Empty();
      if (n != 0) throw new Oops(n, "asked for");
    }
    public void raise_empty() throws Empty { throw new Empty(); }
    public void sysex() { throw new NO_PERMISSION("asked for", 7, CompletionStatus.COMPLETED_YES); }
    public void forward() {}
    public void slow(int ms) {}
    public void swap(LongSeqHolder a, TrackHolder t) {
      int[] all = a.value;
      for (int i = 0; i < all.length / 2; i++) {
        int other = all[i];
        all[i] = all[all.length - 1 - i];
        all[all.length - 1 - i] = other;
      }
      t.value = new Track((short) 7, (short) 8, 1.5f, 2.5f, -1);
    }
    public Track[] tracks(Track[] t) { return t; }
    public void tick() {}
    public void take_tracks(Track[] t) {}
    public void take_longs(int[] s) {}
  }

  static final Random random = new Random(23);

  static void check(boolean holds, String what) {
    if (!holds) throw new IllegalStateException(what);
  }

  static String text(int most) {
    StringBuilder all = new StringBuilder();
    for (int left = random.nextInt(most + 1); left > 0; left--) all.append((char) (32 + random.nextInt(95)));
    return all.toString();
  }

  static String wide(int most) {
    StringBuilder all = new StringBuilder();
    for (int left = random.nextInt(most + 1); left > 0; left--) all.append((char) (1 + random.nextInt(0xD7FF)));
    return all.toString();
  }

  static Track track() {
    return new Track((short) random.nextInt(), (short) random.nextInt(), random.nextFloat(), random.nextFloat(), random.nextFloat());
  }

  static boolean same(Track a, Track b) {
    return a.id == b.id && a.kind == b.kind && a.x == b.x && a.y == b.y && a.z == b.z;
  }

  static boolean same(U a, U b) {
    if (a.discriminator() != b.discriminator()) return false;
    switch (a.discriminator()) {
      case 1: return a.s() == b.s();
      case 2: return a.str().equals(b.str());
      default: return a.d() == b.d();
    }
  }

  static void echo(ORB orb, Echo echo, int rounds) throws Exception {
    check(echo.count() == 42, "count");
    echo.fire(5);
    echo.label("a label");
    check(echo.label().equals("a label"), "label");
    check(echo._is_a("IDL:Probe/Base:1.0") && !echo._is_a("IDL:Probe/Other:1.0") && !echo._non_existent(), "is_a");
    check(echo.self().count() == 42, "self");
    check(echo.obj(null) == null, "nil");
    echo.raise_oops(0);
    try {
      echo.raise_oops(5);
      check(false, "no Oops");
    } catch (Oops oops) {
      check(oops.code == 5 && oops.why.equals("asked for"), "Oops");
    }
    try {
      echo.raise_empty();
      check(false, "no Empty");
    } catch (Empty empty) {
    }
    try {
      echo.sysex();
      check(false, "no NO_PERMISSION");
    } catch (NO_PERMISSION exception) {
      check(exception.minor == 7 && exception.completed == CompletionStatus.COMPLETED_YES, "NO_PERMISSION");
    }
    for (int round = 0; round < rounds; round++) {
      Mixed m = new Mixed(random.nextBoolean(), (char) (32 + random.nextInt(95)), (byte) random.nextInt(), (short) random.nextInt(),
          (short) random.nextInt(), random.nextInt(), random.nextInt(), random.nextLong(), random.nextLong(), random.nextFloat(),
          random.nextDouble());
      Mixed b = echo.basic(m);
      check(m.b == b.b && m.c == b.c && m.o == b.o && m.s == b.s && m.us == b.us && m.l == b.l && m.ul == b.ul && m.ll == b.ll
          && m.ull == b.ull && m.f == b.f && m.d == b.d, "basic");
      Any any = orb.create_any();
      MixedHelper.insert(any, m);
      check(MixedHelper.extract(echo.an(any)).ull == m.ull, "a struct in an any");
      String s = text(300);
      StringHolder t = new StringHolder(text(9)), w = new StringHolder();
      String before = t.value;
      check(echo.str(s, t, w).equals(s) && t.value.equals("was " + before) && w.value.equals(before + "!"), "str");
      s = text(8);
      check(echo.bstr(s).equals(s), "bstr");
      int[] longs = random.ints(random.nextInt(6000)).toArray();
      check(Arrays.equals(echo.seq(longs), longs), "seq");
      double[] doubles = random.doubles(random.nextInt(600)).toArray();
      check(Arrays.equals(echo.dseq(doubles), doubles), "dseq");
      byte[] octets = new byte[random.nextInt(17)];
      random.nextBytes(octets);
      check(Arrays.equals(echo.oseq(octets), octets), "oseq");
      String[] texts = new String[random.nextInt(9)];
      for (int i = 0; i < texts.length; i++) texts[i] = text(20);
      check(Arrays.equals(echo.sseq(texts), texts), "sseq");
      int[] array = random.ints(3).toArray();
      check(Arrays.equals(echo.arr(array), array), "arr");
      short[][] matrix = new short[2][3];
      for (short[] row : matrix) for (int i = 0; i < 3; i++) row[i] = (short) random.nextInt();
      check(Arrays.deepEquals(echo.dmat(matrix), matrix), "dmat");
      Inner inner = new Inner((byte) random.nextInt(), (short) random.nextInt(), random.nextFloat(), random.nextDouble());
      Inner back = echo.dinner((byte) random.nextInt(), inner);
      check(back.o == inner.o && back.s == inner.s && back.f == inner.f && back.d == inner.d, "dinner");
      Colour colour = Colour.from_int(random.nextInt(3));
      check(echo.dcolour(colour) == colour, "dcolour");
      U u = new U();
      switch (random.nextInt(3)) {
        case 0: u.s((short) random.nextInt()); break;
        case 1: u.str(text(30)); break;
        default: u.d(random.nextDouble());
      }
      check(same(u, echo.un(u)), "un");
      any = orb.create_any();
      UHelper.insert(any, u);
      check(same(u, UHelper.extract(echo.an(any))), "a union in an any");
      UE ue = new UE();
      switch (random.nextInt(3)) {
        case 0: ue.l(random.nextInt()); break;
        case 1: ue.o((byte) random.nextInt()); break;
        default: ue.__default();
      }
      check(echo.une(ue).discriminator() == ue.discriminator(), "une");
      // JacORB's client writes too few octets for a value of fewer digits.
      BigDecimal fixed = BigDecimal.valueOf((random.nextBoolean() ? 1 : -1) * (10_000 + random.nextInt(90_000)), 2);
      check(echo.fx(fixed).compareTo(fixed) == 0, "fx");
      char c = (char) (32 + random.nextInt(95));
      check(echo.ch(c) == c, "ch");
      char one = (char) (1 + random.nextInt(0xD7FF));
      check(echo.wc(one) == one, "wc");
      String wide = wide(40);
      check(echo.ws(wide).equals(wide), "ws");
      check(echo.obj(echo)._is_equivalent(echo), "obj");
      LongSeqHolder swapped = new LongSeqHolder(new int[] {round, 2, 3});
      TrackHolder out = new TrackHolder();
      echo.swap(swapped, out);
      check(swapped.value[2] == round && out.value.id == 7, "swap");
      Track[] tracks = new Track[random.nextInt(500)];
      for (int i = 0; i < tracks.length; i++) tracks[i] = track();
      Track[] tracksBack = echo.tracks(tracks);
      for (int i = 0; i < tracks.length; i++) check(same(tracks[i], tracksBack[i]), "tracks");
    }
  }

  public static void main(String[] arguments) throws Exception {
    Properties properties = new Properties();
    properties.put("org.omg.CORBA.ORBClass", "org.jacorb.orb.ORB");
    properties.put("org.omg.CORBA.ORBSingletonClass", "org.jacorb.orb.ORBSingleton");
    properties.put("jacorb.connection.client.pending_reply_timeout", "60000");
    for (int i = 3; i + 1 < arguments.length; i += 2) properties.put(arguments[i], arguments[i + 1]);
    properties.put("OAIAddr", "127.0.0.1");
    ORB orb = ORB.init(new String[0], properties);
    if (arguments[0].equals("server")) {
      POA poa = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
      Servant servant = new Servant();
      poa.the_POAManager().activate();
      servant.own = EchoHelper.narrow(poa.servant_to_reference(servant));
      System.out.println(orb.object_to_string(servant.own));
      while (System.in.read() >= 0) {
      }
      // An orderly shutdown takes a minute.
      Runtime.getRuntime().halt(0);
    }
    try {
      echo(orb, EchoHelper.narrow(orb.string_to_object(arguments[1])), Integer.parseInt(arguments[2]));
      System.out.println("done");
    } catch (Exception failure) {
      System.out.println("failed: " + failure);
      failure.printStackTrace();
    }
    System.exit(0);
  }
}
